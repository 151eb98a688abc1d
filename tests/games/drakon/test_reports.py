"""A seat taken back from another screen: everybody reads it, and the match goes on as if nothing had happened."""

from games.core.checks import compare, read_record, replay, write_record
from games.core.match import Match
from games.core.model import Reported, SeatNews
from games.drakon import GAME
from tests.games.drakon.board import drawn


def test_a_player_who_changed_the_screen_can_still_take_back():
    match = drawn("rotate<v start@01", hands=["well^>", "blank^"])
    match.play(0, "go -1,0")
    match.play(None, "report 0 moved", by="system")
    assert match.undoable(0) == [1]
    match.play(0, "takeback 1")
    assert Reported(0, SeatNews.MOVED) in match.events, "the line stays in the log"
    assert not match.story[2].undone
    assert match.story[1].undone
    assert match.turn.seat == 0


def test_a_record_with_a_changed_screen_replays():
    match = Match(GAME, "screens", [0, 1])
    for _ in range(6):
        seat = match.waiting[0]
        match.play(seat, match.default(seat))
        match.play(None, f"report {seat} moved", by="system")
    read = read_record(write_record(match))
    assert compare(replay(read, {"drakon": GAME}), read.head) == []

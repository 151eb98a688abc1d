"""Records of finished matches of Natrak: each still plays to the end that it states."""

from pathlib import Path

import pytest

from games.core.checks import Record, compare, read_record, replay
from games.natrak import GAME
from games.natrak.components import Piece
from games.natrak.events import Built, RouteAwarded
from games.natrak.moves import MOVES
from tests.games.natrak.board import M

RECORDS = Path(__file__).parents[2] / "records/natrak"
FILES = sorted(RECORDS.glob("*.txt"))


def read(name: str) -> Record:
    """A record by its name."""
    return read_record((RECORDS / f"{name}.txt").read_text())


def replayed(name: str) -> M:
    """The match of a record."""
    return replay(read(name), {"natrak": GAME})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_replays_to_the_end_it_states(path: Path):
    record = read(path.stem)
    assert compare(replayed(path.stem), record.head) == []
    assert record.head["reason"] == "goal"


def test_there_is_a_record_for_every_number_of_seats_and_every_move():
    assert {len(read(path.stem).head["order"].split()) for path in FILES} == {3, 4, 5, 6}
    said = {line.split()[0] for path in FILES for _, _, line in read(path.stem).moves}
    assert said - {"takeback"} == {kind.verb for kind in MOVES}
    assert "takeback" in said
    assert {by for path in FILES for _, by, _ in read(path.stem).moves} == {"seat", "clock", "system"}


def test_somebody_wins_on_anothers_turn():
    match = replayed("won_on_anothers_turn")
    assert match.outcome is not None
    assert match.turn.seat not in match.outcome.winners


def test_a_camp_cuts_a_rivals_route():
    match = replayed("a_route_is_cut")
    cuts = [
        entry
        for entry in match.story
        if any(isinstance(event, Built) and event.piece is Piece.CAMP for event in entry.events)
        and any(isinstance(event, RouteAwarded) and event.seat != entry.seat for event in entry.events)
    ]
    assert cuts

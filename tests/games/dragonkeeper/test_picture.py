"""The picture: everything legal can be chosen on it, nothing secret is in it, every symbol exists."""

import re
from collections.abc import Sequence
from copy import deepcopy
from html import escape
from pathlib import Path

import games.dragonkeeper
from games.core import notation
from games.core.checks import playout
from games.core.choosing import Choices
from games.core.model import Pen, Picture, Sitter
from games.core.rng import Rng
from games.core.words import Text, Who
from games.dragonkeeper import GAME
from tests.games.dragonkeeper.board import M, at_the_tribute, drawn, held, news, play
from tests.games.twins import redealt

NAMES = ("<Ana>", "Bo & Co", 'Cai "C"', "Dee")
SPRITE = Path(games.dragonkeeper.__file__).parent / "static/dragonkeeper/sprite.svg"


def say(words: Text) -> str:
    """English, names as they are."""
    msgid = words.plural if words.plural and words.params["n"] != 1 else words.msgid
    return msgid.format(**{name: said(value) for name, value in words.params.items()})


def said(value: int | str | Who | Text) -> str:
    if isinstance(value, Text):
        return say(value)
    return NAMES[value.seat] if isinstance(value, Who) else str(value)


def picture(match: M, seat: int | None, picked: str = "", marked: Sequence[object] = ()) -> Picture:
    sitters = [Sitter(NAMES[n], "sky", "") for n in range(len(match.order))]
    pen = Pen(say, lambda pick: f'href="?{escape(pick)}"', sitters, marked)  # type: ignore[arg-type]
    legal = [] if seat is None or match.outcome else match.legal(seat)
    return GAME.draw(match.view(seat), Choices(legal), picked, pen)


def everything(one: Picture) -> str:
    return repr(one)


def links(one: Picture) -> set[str]:
    """Where the links on board and hand lead."""
    return set(re.findall(r'href="\?([^"]*)"', one.board + one.hand))


def positions(seats: int, seed: str) -> list[M]:
    """Copies of every position of a random match."""
    found: list[M] = []
    playout(GAME, seed, seats, {"treasure_bonus": "on"}, watch=lambda m: found.append(deepcopy(m)))
    return found


def test_every_legal_move_can_be_chosen_from_the_list_and_tiles_on_the_board():
    for seats in (2, 3, 4):
        for match in positions(seats, f"picture {seats}"):
            for seat in match.waiting:
                one = picture(match, seat)
                offered = {button.pick for group in one.groups for button in group.buttons}
                offered |= {button.pick for button in one.bar}
                for move in match.legal(seat):
                    line = notation.write(move)
                    if move.verb == "tribute":
                        line = " ".join(line.split()[:2])
                    assert line in offered
                    if move.verb in ("take", "give", "trap", "passage", "exchange"):
                        assert line in links(one)
                    assert picture(match, seat, notation.write(move)).move == move
                    assert picture(match, seat, notation.write(move)).preview


def test_no_picture_tells_what_its_reader_must_not_know():
    for match in positions(3, "secret picture")[::2]:
        if match.outcome:
            continue
        for reader in (None, *match.order):
            before = everything(picture(match, reader))
            twin, match.state = match.state, redealt(match, reader, Rng("picture", match.ply))
            assert everything(picture(match, reader)) == before
            match.state = twin


def test_every_symbol_used_is_in_the_sprite():
    ids = set(re.findall(r'id="([^"]+)"', SPRITE.read_text()))
    used = set()
    for match in [*positions(4, "symbols"), at_the_tribute("y1 y2", "r2")]:
        for reader in (None, *match.order):
            one = picture(match, reader, marked=match.events[-4:])
            drawn_ = one.board + one.hand + "".join(one.badges.values())
            used |= set(re.findall(r'href="#([^"]+)"', drawn_))
    assert used <= ids
    assert len(used) > 20


def test_names_are_escaped():
    match = drawn("@ p3exchange r2\n. y2 b1\n. g1 r3\n. . y1", stacks=["p1", "b5", "y1"], seats=3)
    match.play(0, "take 1,0")
    ended = at_the_tribute("y1 y2", "r2")
    play(ended, "tribute yellow -", "tribute red -")
    for one in (picture(match, 0), picture(ended, 1)):
        assert "<Ana>" not in one.board
        assert "&lt;Ana&gt;" in one.board


def test_the_preview_says_what_you_take_and_could_give_to_whom():
    match = drawn("@ b1 y1 r6\n. y3 r3 .\n. y2 . .\n. . . r4", seats=3)
    assert picture(match, 0, "take 1,0").preview == (
        'You take Warrior 1. Then Cai "C" gets one of these from you: Sorcerer 3, Sorcerer 2.'
    )
    assert picture(match, 0, "take 3,0").preview == 'You take Amazon 6. Then Cai "C" gets Amazon 4 from you.'
    match.play(0, "take 1,0")
    assert picture(match, 0, "give 1,1").preview == 'You give Sorcerer 3 to Cai "C" and get a treasure.'
    assert picture(match, 0, "give 1,2").preview.endswith("It brings you no treasure.")


def test_a_take_that_ends_the_level_says_so():
    match = drawn("@ b1 y1\n. . r3")
    assert "the level ends" in picture(match, 0, "take 1,0").preview


def test_the_row_is_lit_and_with_a_tile_selected_the_column_too():
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2")
    assert picture(match, 0).board.count("kp-band") == 1
    assert picture(match, 0, "take 1,0").board.count("kp-band") == 2
    match.play(0, "take 1,0")
    for reader in (None, 0, 1):
        assert picture(match, reader).board.count("kp-band") == 1


def test_others_and_spectators_have_nothing_to_choose():
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2", stacks=["b2", "y1"])
    for reader in (None, 1):
        one = picture(match, reader)
        assert links(one) == set()
        assert (one.bar, one.groups, one.move, one.preview) == ((), (), None, "")
    assert picture(match, None).hand == ""


def test_own_stacks_are_fans_of_others_only_the_top_shows():
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2", stacks=["b2 b4trap b5", "g4 g5 g1"])
    assert "Warriors: 3 tiles, from the top: Warrior 5, Warrior 4 (remote trap), Warrior 2" in (
        picture(match, 0).hand
    )
    board = picture(match, 0).board
    assert "Rangers: 3 tiles, on top Ranger 1" in board
    assert "Ranger 5" not in everything(picture(match, 0))
    assert "Warriors" in picture(match, 0).shown[-1].lines[0]


def test_the_tribute_is_offered_ready_made_and_can_be_changed():
    match = at_the_tribute("y1 y2release g5 g1 b3", "r2", guilds="blue green")
    one = picture(match, 0)
    assert one.move is not None
    assert notation.write(one.move) == "tribute yellow -"
    assert one.preview == "For the dragon: Sorcerers: 2 tiles. You keep 3 points."
    assert [button.chosen for button in one.bar] == [True, False]
    release, three = held(match, 0, "y2release"), held(match, 0, "b3")
    other = picture(match, 0, "tribute green")
    assert other.move is not None
    assert notation.write(other.move) == f"tribute green {release},{three}"
    assert "Sorcerer 2 (release) lets Warrior 3 go" in other.preview
    assert len(other.bar) == 4
    assert picture(match, 0, "tribute green -").preview.endswith("You keep 0 points.")


def test_the_end_shows_tribute_releases_and_scores_and_the_guilds():
    match = at_the_tribute("y1 y2 g2release b3 p4", "r2", guilds="blue green")
    release, three = held(match, 0, "g2release"), held(match, 0, "b3")
    play(match, f"tribute yellow {release},{three}", "tribute red -")
    for reader in (None, 0, 1):
        board = picture(match, reader).board
        assert "Sorcerers: 2 tiles" in board
        assert "Ranger 2 (release) lets Warrior 3 go" in board
        assert "<td><b>4</b></td>" in board
        for seat, guild in enumerate(("Warriors", "Rangers")):
            assert guild in picture(match, reader).badges[seat]


def test_what_happened_is_marked_on_its_level_only():
    match = drawn("@ b1 y1 .\n. y3 r3 r4\n. y2 . r2", seats=3)
    play(match, "take 1,0", "give 1,1")
    board = picture(match, 1, marked=match.events[-3:]).board
    assert board.count("kp-news") == 2
    match = drawn("@ r5 y1\n. . r3", seats=3)
    match.play(0, "take 1,0")
    assert "kp-news" not in picture(match, 1, marked=news(match)).board

"""rules/drako.md, Default when time runs out."""

from games.core import notation
from games.core.checks import playout
from games.core.match import Match
from games.core.rng import Rng
from games.drako import GAME
from tests.games.drako.board import FAR, M, asked, drawn, play
from tests.games.twins import redealt

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"


def clock(match: M) -> str:
    """What the clock would play for the awaited seat."""
    (seat,) = match.waiting
    return notation.write(match.default(seat))


def test_it_draws_while_there_is_a_deck_else_the_newest_card_goes_for_nothing():
    match = drawn(FAR, dragon="D01 D02", netted=True)
    assert clock(match) == "draw", "it never escapes"
    match = drawn(FAR, dragon="D01 D02", decks=(0, None))
    assert clock(match) == "nothing D02"


def test_the_oldest_cards_are_discarded():
    match = drawn(FAR, dragon="D01 D02 D03 D04 D05 D06")
    match.play(0, "draw")
    assert clock(match) == "discard D01 D02"
    match = drawn(FAR, dragon="D05 D02 D03 D04 D01")
    match.play(0, "draw")
    assert clock(match) == "discard D05"


def test_the_opening_hand_is_kept_and_the_dwarves_stand_as_in_a_first_game():
    match = Match(GAME, "defaults", (0, 1), {"exchange": "on", "places": "free"})
    assert clock(match) == "keep"
    play(match, "keep", "keep")
    assert clock(match) == "place brald 1,1"
    match.play(1, "place morin 1,1")
    assert clock(match) == "place brald -2,1"
    match.play(1, "place brald -2,1")
    assert clock(match) == "place urpen 1,-2"


def test_nothing_is_blocked():
    match = drawn(BESIDE, dragon="D01 D13", dwarves="W13 W14")
    match.play(0, "attack D01 brald")
    assert clock(match) == "block -"


def test_wounds_fill_flight_then_movement_then_fire():
    for before, answer in (
        ("armour 4", "wound flight flight"),
        ("armour 4, flight 1", "wound flight movement"),
        ("armour 4, flight 2", "wound movement movement"),
        ("armour 4, flight 2, movement 1", "wound movement fire"),
        ("armour 3, flight 1", "wound flight"),
        ("armour 3, flight 2", "wound movement"),
    ):
        match = drawn(BESIDE, dwarves="W02 W14", turn="dwarves", wounds=before)
        match.play(1, "attack W02 dragon")
        assert clock(match) == answer


def test_no_second_dwarf_moves_and_fury_is_kept():
    match = drawn(FAR, dwarves="W15 W14", turn="dwarves", fury=True)
    assert clock(match) == "draw"
    match.play(1, "move W15 brald -2,1")
    assert clock(match) == "stay"
    play(match, "stay", "nothing W14")
    assert (asked(match), clock(match)) == ("RageOrEnd", "end")


def test_a_default_never_depends_on_what_its_seat_cannot_know():
    def look(match: M) -> None:
        for seat in match.waiting:
            twin = redealt(match, seat, Rng("default", match.ply))
            assert match.stack[-1].default(twin, seat, Rng("x", 0)) == match.default(seat)

    for n in range(3):
        playout(GAME, f"defaults {n}", 2, {"exchange": "on", "places": "free"}, watch=look)

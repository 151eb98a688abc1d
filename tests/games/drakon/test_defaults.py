"""rules/drakon.md, Default when time runs out."""

from games.core.checks import playout
from games.core.rng import Rng
from games.drakon import GAME
from games.drakon.moves import Destroy, Go, Place, Rob, Rotate, Send, Shift, TakeCoin
from tests.games.drakon.board import M, drawn
from tests.games.twins import redealt


def answer_of_the_clock(match: M) -> object:
    """What the clock would play for the awaited seat."""
    (seat,) = match.waiting
    return match.default(seat)


def test_a_cautious_player_takes_gold_within_reach():
    match = drawn("start gold^", hands=["key"])
    assert answer_of_the_clock(match) == Go((1, 0))


def test_it_places_rather_than_pay():
    match = drawn("start well^>", hands=["key"], coins=[2])
    assert isinstance(answer_of_the_clock(match), Place)
    match = drawn("start well^>\ndue>v .", coins=[2])
    assert isinstance(answer_of_the_clock(match), Go)


def test_it_pays_only_when_nothing_else_is_left():
    match = drawn("start well^>", coins=[2])
    assert answer_of_the_clock(match) == Go((1, 0))
    match = drawn("start blank^>\nwell>v .", coins=[2])
    assert answer_of_the_clock(match) == Go((1, 0))


def test_it_prefers_a_coin_from_the_start_or_from_a_neighbour_to_a_placement():
    match = drawn("key@0 start", start_coins=1, hands=["vortex"])
    assert answer_of_the_clock(match) == Go((0, 0))
    match = drawn("start steal_left>", coins=[0, 1], hands=["vortex"])
    assert answer_of_the_clock(match) == Go((1, 0))
    match = drawn("start steal_left>", coins=[0, 0], hands=["vortex"])
    assert isinstance(answer_of_the_clock(match), Place)


def test_the_coin_at_the_start_is_taken():
    match = drawn("key@0 start", start_coins=1)
    match.play(0, "go 0,0")
    assert answer_of_the_clock(match) == TakeCoin()


def test_choices_are_the_first_in_reading_order():
    destroy = drawn("start destroy^> gold^ blank^")
    destroy.play(0, "go 1,0")
    assert answer_of_the_clock(destroy) == Destroy((2, 0))
    rotate = drawn("start rotate^> . blank^")
    rotate.play(0, "go 1,0")
    assert answer_of_the_clock(rotate) == Rotate((0, 0), 1)
    shift = drawn("start shift^> blank^", hands=["key"])
    shift.play(0, "go 1,0")
    assert answer_of_the_clock(shift) == Shift((2, 0), shift.state.hands[0][0], 0)
    rob = drawn("start map^>", hands=["", "", "key", "vortex"], seats=4)
    rob.play(0, "go 1,0")
    assert answer_of_the_clock(rob) == Rob(2)


def test_the_orb_is_not_used_to_be_robbed():
    match = drawn(
        """
        .      .     steal_left^
        start  orb^  blank^>@1     blank>v
        """,
        coins=[1, 0],
        hands=["key", "key"],
    )
    match.play(0, "go 1,0")
    assert match.legal(0) == [Send(1, (2, -1)), Send(1, (3, 0))]
    assert answer_of_the_clock(match) == Send(1, (3, 0))
    match = drawn(
        """
        .      .     map^>
        start  orb^  blank^>@1     blank>v
        """,
        hands=["key", "key"],
    )
    match.play(0, "go 1,0")
    assert answer_of_the_clock(match) == Send(1, (3, 0))


def test_a_default_never_depends_on_what_its_seat_cannot_know():
    def look(match: M) -> None:
        for seat in match.waiting:
            twin = redealt(match, seat, Rng("default", match.ply))
            assert match.stack[-1].default(twin, seat, Rng("x", 0)) == match.default(seat)

    for seats in (2, 4):
        playout(GAME, "defaults", seats, watch=look)

"""rules/drakon.md, A turn: Move; and the chambers that matter when the hero leaves: gale, wind, key, vortex."""

import pytest

from games.drakon.events import Cause, Found, Moved
from tests.games.drakon.board import drawn, goals, hand, holds, news, refused, verbs


def test_a_hero_goes_where_an_arrow_of_its_own_chamber_points():
    match = drawn(
        """
        .      gold^      .
        start  blank^>@0  gold>
        .      well>v     .
        """
    )
    assert goals(match, 0) == [(1, -1), (2, 0)]
    for cell in ("0,0", "1,1", "1,0", "5,5"):
        assert "can't get there" in refused(match, 0, f"go {cell}").msgid
    match.play(0, "go 1,-1")
    assert match.state.heroes == [(1, -1), (0, 0)]


def test_an_arrow_of_the_chamber_entered_does_not_matter():
    match = drawn("start blank>@0 gold>", hands=[""])
    match.play(0, "go 2,0")
    assert match.state.coins == [1, 0]


def test_a_chamber_may_be_shared_by_any_number_of_heroes():
    match = drawn("start blank^>", seats=3, hands=["", "key", "key"])
    for seat in range(3):
        match.play(seat, "go 1,0")
    assert match.state.heroes == [(1, 0)] * 3


def test_scenario_03_a_hero_whose_only_arrow_leads_nowhere_must_place():
    match = drawn("start blank^@0", hands=["gold^"])
    assert verbs(match, 0) == {"place"}
    assert "place a chamber instead" in refused(match, 0, "go 1,-1").msgid
    number = holds(match, 0, "gold")
    match.play(0, f"place {number} 1,-1 0")
    assert match.state.board[1, -1].chamber == number


def test_with_an_empty_hand_one_can_only_move():
    match = drawn("start gold^")
    assert hand(match, 0) == []
    assert verbs(match, 0) == {"go"}


# Gale and wind


def test_scenario_08_a_gale_with_two_steps_only_lets_nobody_out_not_even_an_orb():
    match = drawn(
        """
        start  gale^>@0  blank>  blank>
        orb>   gold^     .       .
        """,
        hands=["key"],
        order=(1, 0),
    )
    match.play(1, "go 0,1")
    assert [type(event).__name__ for event in news(match)] == ["Moved", "NoEffect"]
    assert verbs(match, 0) == {"place"}
    refused(match, 0, "go 2,0")
    refused(match, 0, "go 3,0")
    match.play(0, f"place {holds(match, 0, 'key')} 4,0 0")
    match.play(1, "go 1,1")
    assert goals(match, 0) == [(4, 0)]


def test_a_wind_carries_exactly_two_chambers_and_only_the_last_acts():
    match = drawn("start wind^>v@0 gold> well^> gold^", coins=[1])
    assert goals(match, 0) == [(3, 0)]
    match.play(0, "go 3,0")
    assert match.state.coins == [0, 0]
    assert news(match)[0] == Moved(0, 0, ((1, 0), (2, 0), (3, 0)), match.state.board[3, 0].chamber, Cause.OWN)


def test_a_gale_carries_exactly_three_chambers():
    match = drawn("start gale^>@0 gold> well^> gold^", coins=[1])
    assert goals(match, 0) == [(4, 0)]
    match.play(0, "go 4,0")
    assert match.state.coins == [2, 0]


def test_entering_a_wind_has_no_effect_by_itself():
    match = drawn("start wind^v", hands=["key", "key"])
    match.play(0, "go 1,0")
    assert match.state.heroes[0] == (1, 0)
    assert list(match.waiting) == [1]


@pytest.mark.parametrize("through", ["vortex", "key"])
def test_scenario_09_a_gale_leaves_a_vortex_passed_through_wherever_no_arrow_points_back(through: str):
    match = drawn(
        f"""
        .      .         blank>    blank^
        start  gale^>@0  {through} blankv<
        .      .         gold>     gold>
        """
    )
    # Not north-east, then back: from the vortex one can't go east, where an arrow points back.
    assert goals(match, 0) == [(3, -1), (3, 1)]
    match.play(0, "go 3,1")
    assert match.state.coins == [1, 0]
    assert [type(event) for event in news(match)[:2]] == [Moved, Found]
    assert match.state.heroes[0] == (3, 1)


def test_a_gust_may_revisit_a_chamber_but_not_end_where_it_began():
    match = drawn(
        """
        start  gale>v@0  key
        .      blank>    blank^
        """
    )
    # From the key one may go south only against an arrow: no. Round the square the third step is the key.
    assert goals(match, 0) == [(2, 0)]


def test_a_gust_from_a_ring_of_three_steps_never_ends_at_its_beginning():
    match = drawn(
        """
        start  wind>v@0  vortex
        .      blank>    blank>
        """
    )
    assert (1, 0) not in goals(match, 0)
    assert goals(match, 0) == [(2, 1)]


# Key


def test_scenario_10_a_key_opens_every_side_even_against_an_arrow_and_the_next_chamber_does_not():
    match = drawn(
        """
        .      blank^v  blank<>
        start  key@0    gold^
        .      gold>    .
        """,
        hands=["", "orb^"],
    )
    assert goals(match, 0) == [(0, 0), (1, -1), (1, 1), (2, 0)]
    match.play(0, "go 1,-1")
    match.play(1, f"place {holds(match, 1, 'orb')} -1,0 0")
    assert goals(match, 0) == [(1, 0)]
    refused(match, 0, "go 2,-1")


def test_a_key_leads_to_chambers_in_play_only():
    match = drawn("start key@0")
    assert goals(match, 0) == [(0, 0)]


# Vortex


def test_from_a_vortex_one_may_go_to_any_other_chamber_in_play():
    match = drawn(
        """
        start  blank^   .
        .      vortex@0 .
        .      .        gold^
        """
    )
    assert goals(match, 0) == [(0, 0), (1, 0), (2, 2)]
    refused(match, 0, "go 1,1")
    refused(match, 0, "go 3,3")
    match.play(0, "go 2,2")
    assert match.state.coins == [1, 0]


def test_a_vortex_does_nothing_until_the_hero_leaves():
    match = drawn("start vortex", hands=["key", "key"])
    match.play(0, "go 1,0")
    assert match.state.heroes[0] == (1, 0)
    assert list(match.waiting) == [1]

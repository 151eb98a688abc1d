"""Option Heroes!: one power a hero, once a match (rules/drakon.md, Option: Heroes!).

Every power is used once as it should be and refused where it can't be.
"""

from __future__ import annotations

import pytest

from games.core.match import Match
from games.drakon import GAME
from games.drakon.components import Hero
from games.drakon.events import Buried
from tests.games.drakon.board import drawn, goals, hand, holds, kinds, news, refused, verbs


def scene(picture, dealt, **more):
    """A drawn position in which the seats have these heroes."""
    return drawn(picture, powers=[Hero(name) for name in dealt.split()], **more)


def targets(match, seat, verb):
    """The cells that a power could lead to."""
    return sorted(move.cell for move in match.legal(seat) if move.verb == verb)


# Dealing


def test_heroes_are_dealt_at_random_one_to_each_seat():
    deals = {Match(GAME, f"seed {n}", range(6), {"heroes": "on"}).state.dealt for n in range(5)}
    assert len(deals) == 5
    assert all(sorted(hero.value for hero in deal) == sorted(hero.value for hero in Hero) for deal in deals)


def test_without_the_option_nobody_has_a_power_and_players_choose_their_portraits():
    match = Match(GAME, "plain", range(2))
    assert match.state.dealt == ()
    assert match.turn.seat is not None
    assert (
        refused(match, match.turn.seat, "stride 0,0").msgid
        == "That is not your hero's power: choose what is marked."
    )
    assert len(GAME.portraits({"heroes": "off"})) == 6
    assert GAME.portraits({"heroes": "on"}) == {}


def test_everybody_sees_which_powers_are_spent():
    match = scene("start gold^", "amazon knight", hands=["blank^", "blank^"])
    assert match.view(None).unspent == (True, True)
    match.play(0, "stride 1,0")
    assert match.view(None).unspent == match.view(1).unspent == (False, True)


# Wizard


def test_the_wizard_leaves_through_a_side_without_an_arrow_even_against_one():
    match = scene("blank^@0 gold<v start", "wizard thief", hands=["blank^", ""])
    assert goals(match, 0) == []
    assert targets(match, 0, "walk") == [(-1, 0)]
    match.play(0, "walk -1,0")
    assert match.state.heroes[0] == (-1, 0)
    assert match.state.coins[0] == 1
    assert match.turn.seat == 1, "the walk stands for the action"


def test_the_wizard_cannot_walk_where_a_plain_move_leads_or_where_nothing_lies():
    match = scene("start gold^", "wizard thief", hands=["blank^", ""])
    assert targets(match, 0, "walk") == []
    assert refused(match, 0, "walk 1,0").msgid.startswith("Your hero's power would have no effect now")
    assert refused(match, 0, "walk 5,5").msgid.startswith("Your hero's power would have no effect now")


def test_from_a_gale_the_wizard_frees_only_the_first_of_the_steps():
    match = scene(
        """
        gale^>@0 gold^  well<v start
        blank>   blank^ .      .
        """,
        "wizard thief",
        hands=["orb^", "orb<v"],
    )
    assert goals(match, 0) == []
    # South through the wall, then east and north by the arrows: three chambers, and only the last one acts.
    assert targets(match, 0, "walk") == [(-2, 0)]
    match.play(0, "walk -2,0")
    assert match.state.coins[0] == 1


def test_the_wizards_power_is_no_power_after_the_action():
    match = scene("blank<v@0 blank^@1 start", "wizard thief", hands=["well^>", "orb^"])
    match.play(0, f"place {holds(match, 0, 'well')} 0,-1 0")
    assert match.turn.seat == 1


# Barbarian


def test_a_pushed_hero_resolves_its_chamber_before_the_barbarian_takes_one():
    match = scene("gold<v blank<@01 start", "barbarian thief", hands=["blank^", "orb^"])
    match.play(0, "push 1 -2,0")
    assert match.state.heroes == [(-1, 0), (-2, 0)]
    assert match.state.coins == [0, 1]
    assert kinds(news(match)) == ["Spent", "Moved", "Found", "Robbed"]
    assert hand(match, 0) == ["blank", "orb"]
    assert match.waiting == (0,), "the action is still to come"
    assert verbs(match, 0) == {"go", "place"}


def test_the_barbarian_pushes_one_step_only_even_out_of_a_gale():
    match = scene("gold<v gale<v@01 start", "barbarian thief", hands=["blank^", ""])
    assert [(m.seat, m.cell) for m in match.legal(0) if m.verb == "push"] == [(1, (-2, 0))]


@pytest.mark.parametrize("kind", ["key", "vortex"])
def test_nobody_is_pushed_out_of_a_chamber_without_arrows(kind):
    match = scene(f"{kind}@01 start", "barbarian thief", hands=["blank^", "blank^"])
    assert refused(match, 0, "push 1 0,0").msgid.startswith("Your hero's power would have no effect now")


def test_the_barbarian_needs_a_companion():
    match = scene("blank<v@0 start@1", "barbarian thief", hands=["blank^", "blank^"])
    assert refused(match, 0, "push 1 0,0").msgid.startswith("Your hero's power would have no effect now")


def test_scenario_17_barbarian_pushes_onto_a_well_and_a_knight_may_refuse():
    def pushed():
        match = scene("well<v blank<@01 start", "barbarian knight", hands=["blank^", "orb^"], coins=[0, 1])
        match.play(0, "push 1 -2,0")
        assert match.waiting == (1,)
        return match

    match = pushed()
    match.play(1, "letgo")
    assert match.state.coins == [0, 0]
    assert hand(match, 0) == ["blank", "orb"]
    match = pushed()
    match.play(1, "refuse")
    assert match.state.coins == [0, 1]
    assert hand(match, 0) == ["blank", "orb"], "the chamber goes all the same"
    assert match.state.unspent == [False, False]


def test_scenario_24_a_pushed_heros_fifth_coin_wins_before_a_chamber_is_taken():
    match = scene("gold<v blank<@01 start", "barbarian thief", hands=["blank^", "orb^"], coins=[0, 4])
    match.play(0, "push 1 -2,0")
    assert match.outcome.winners == (1,)
    assert match.outcome.reason == "coins"
    assert hand(match, 1) == ["orb"]


# Thief


def test_the_thief_takes_a_coin_from_a_companion_before_or_after_the_action():
    match = scene("start@01", "thief wizard", hands=["well^>", ""], coins=[0, 2])
    match.play(0, "filch 1")
    assert match.state.coins == [1, 1]
    assert match.waiting == (0,)
    match = scene("start@01", "thief wizard", hands=["well^>", ""], coins=[0, 2])
    match.play(0, f"place {holds(match, 0, 'well')} 1,0 0")
    assert verbs(match, 0) == {"filch", "end"}
    match.play(0, "filch 1")
    assert match.state.coins == [1, 1]
    assert match.turn.seat == 1


def test_the_thief_takes_nothing_from_the_poor_or_the_far():
    match = scene("start@01", "thief wizard", hands=["well^>", ""])
    assert refused(match, 0, "filch 1").msgid.startswith("Your hero's power would have no effect now")
    match = scene("blank<v@1 start@0", "thief wizard", hands=["well^>", ""], coins=[0, 2])
    assert refused(match, 0, "filch 1").msgid.startswith("Your hero's power would have no effect now")


def test_a_fifth_coin_filched_wins():
    match = scene("start@01", "thief wizard", hands=["well^>", ""], coins=[4, 1])
    match.play(0, "filch 1")
    assert match.outcome.winners == (0,)


# Dwarf


def test_the_dwarf_buries_two_chambers_and_draws_two():
    match = scene("start", "dwarf wizard", hands=["well^> orb^", "blank^"], pile="gold^ map<> due<>")
    well, orb = holds(match, 0, "well"), holds(match, 0, "orb")
    match.play(0, f"bury {well} {orb}")
    assert hand(match, 0) == ["gold", "map"]
    assert match.state.pile[:2] == [orb, well], "the first one lies above the second"
    assert match.waiting == (0,)


def test_with_one_chamber_in_the_pile_the_first_of_the_two_comes_back():
    match = scene("start", "dwarf wizard", hands=["well^> orb^", "blank^"], pile="gold^")
    match.play(0, f"bury {holds(match, 0, 'well')} {holds(match, 0, 'orb')}")
    assert hand(match, 0) == ["gold", "well"]


def test_the_dwarf_needs_a_pile_and_two_chambers():
    match = scene("start", "dwarf wizard", hands=["well^> orb^", "blank^"], pile="")
    well, orb = holds(match, 0, "well"), holds(match, 0, "orb")
    assert refused(match, 0, f"bury {well} {orb}").msgid.startswith("Your hero's power would have no effect")
    match = scene("start", "dwarf wizard", hands=["well^>", "blank^"])
    assert "bury" not in verbs(match, 0)


def test_nobody_else_sees_which_chambers_the_dwarf_buried():
    match = scene("start", "dwarf wizard", hands=["well^> orb^", "blank^"])
    match.play(0, f"bury {holds(match, 0, 'well')} {holds(match, 0, 'orb')}")
    (buried,) = (event for event in news(match) if isinstance(event, Buried))
    assert buried.seen_by(0) == buried
    assert buried.chambers is not None
    assert buried.seen_by(1) == buried.seen_by(None) == Buried(0, None)


# Knight


def test_scenario_16_the_knight_is_asked_before_the_coin_moves():
    def robbed():
        match = scene("start@01", "thief knight", hands=["well^>", "blank^"], coins=[0, 1])
        match.play(0, "filch 1")
        assert match.state.coins == [0, 1], "nothing has moved yet"
        assert match.waiting == (1,)
        return match

    match = robbed()
    match.play(1, "refuse")
    assert match.state.coins == [0, 1]
    assert match.state.unspent == [False, False]
    assert match.waiting == (0,)
    match = robbed()
    match.play(1, "letgo")
    assert match.state.coins == [1, 0]
    assert match.state.unspent == [False, True], "letting it pass spends nothing"


@pytest.mark.parametrize(
    ("kind", "gone_to"),
    [("due<v", "start"), ("well<v", "hoard"), ("steal_left<v", "seat"), ("steal_right<v", "seat")],
)
def test_the_knight_is_asked_for_every_way_to_lose_a_coin(kind, gone_to):
    knight = 1 if gone_to == "seat" else 0
    dealt = "amazon knight" if knight else "knight amazon"
    match = scene(f"{kind} start@0", dealt, hands=["blank^", "blank^"], coins=[1, 1])
    match.play(0, "go -1,0")
    assert match.waiting == (knight,)
    assert match.default(knight).verb == "refuse"
    before = list(match.state.coins), match.state.hoard, match.state.start_coins
    match.play(knight, "refuse")
    assert (list(match.state.coins), match.state.hoard, match.state.start_coins) == before


def test_a_knight_without_a_coin_or_with_a_spent_power_is_not_asked():
    match = scene("well<v start@0", "knight amazon", hands=["blank^", "blank^"], coins=[0, 1])
    match.play(0, "go -1,0")
    assert match.turn.seat == 1
    match = scene("well<v start@0", "knight amazon", hands=["blank^", "blank^"], coins=[1, 1])
    match.state.unspent[0] = False
    match.play(0, "go -1,0")
    assert match.state.coins == [0, 1]


def test_a_fifth_coin_that_a_knight_refuses_does_not_win():
    match = scene("start@01", "thief knight", hands=["well^>", "blank^"], coins=[4, 1])
    match.play(0, "filch 1")
    match.play(1, "refuse")
    assert match.outcome is None
    assert match.state.coins == [4, 1]


def test_the_knight_can_only_say_yes_or_no():
    match = scene("start@01", "thief knight", hands=["well^>", "blank^"], coins=[0, 1])
    match.play(0, "filch 1")
    refused(match, 1, "end")
    refused(match, 0, "refuse")


# Amazon


def test_the_amazon_resolves_the_first_chamber_wholly_before_she_moves_on():
    match = scene("gold<v@1 rotate<v start@0", "amazon wizard", hands=["blank^", ""])
    match.play(0, "go -1,0")
    assert verbs(match, 0) == {"rotate"}
    match.play(0, "rotate 0,0 1")
    assert verbs(match, 0) == {"stride", "end"}
    match.play(0, "stride -2,0")
    assert match.state.coins[0] == 1
    assert match.turn.seat == 1


def test_the_amazon_may_move_before_her_action():
    match = scene("gold<v@1 blank<v start@0", "amazon wizard", hands=["blank^", ""])
    match.play(0, "stride -1,0")
    assert goals(match, 0) == [(-2, 0)]
    match.play(0, "go -2,0")
    assert match.state.coins[0] == 1
    assert match.turn.seat == 1


def test_the_amazons_extra_move_follows_the_chambers_own_exit_rule():
    match = scene("blank<v key@0 start", "amazon wizard", hands=["blank^", ""])
    assert targets(match, 0, "stride") == [(-2, 0), (0, 0)], "any side of the key, whatever arrows point back"
    match = scene("gold<v blank<v wind<v@0 start", "amazon wizard", hands=["blank^", ""])
    assert targets(match, 0, "stride") == [(-3, 0)], "two chambers from the wind"
    match = scene("gold<v vortex@0 start", "amazon wizard", hands=["blank^", ""])
    assert targets(match, 0, "stride") == [(-2, 0), (0, 0)], "anywhere from the vortex"


def test_without_a_way_the_amazons_power_is_not_usable():
    match = scene("start", "amazon wizard", hands=["well^>", "blank^"])
    assert "stride" not in verbs(match, 0)


def test_scenario_23_a_chamber_does_not_act_twice_on_a_hero_in_one_turn():
    match = scene("gold^>@0 key start", "amazon wizard", hands=["blank^", "blank^"])
    match.state.heroes[0] = (-1, 0)
    match.play(0, "stride -2,0")
    assert match.state.coins[0] == 1
    match.play(0, "go -1,0")
    assert match.turn.seat == 1
    match.play(1, match.default(1))
    match.play(0, "go -2,0")
    assert match.state.coins[0] == 2, "another turn, another coin"


# A power once, at its moment


def test_a_power_is_used_once():
    match = scene("start@01", "thief wizard", hands=["well^>", ""], coins=[0, 3])
    match.play(0, "filch 1")
    assert (
        refused(match, 0, "filch 1").msgid
        == "Your hero's power is used up: place a chamber, move, or end your turn."
    )


def test_another_heros_power_is_refused():
    match = scene("start@01", "thief wizard", hands=["well^> orb^", ""], coins=[0, 3])
    assert refused(match, 0, "stride 0,0").msgid == "That is not your hero's power: choose what is marked."
    assert refused(match, 1, "walk 0,0").msgid == "It is not your decision now."


def test_no_power_while_a_chamber_is_being_resolved():
    match = scene("rotate<v start@01", "thief wizard", hands=["well^>", ""], coins=[0, 3])
    match.play(0, "go -1,0")
    refused(match, 0, "filch 1")


def test_the_action_comes_once_and_the_turn_can_only_be_ended_after_it():
    match = scene("start@01", "thief wizard", hands=["well^> orb^", ""], coins=[0, 3])
    assert refused(match, 0, "end").msgid.startswith("You can't skip your turn")
    match.play(0, f"place {holds(match, 0, 'well')} 1,0 0")
    assert refused(match, 0, "go 1,0").msgid.startswith("You have had your action")
    match.play(0, "end")
    assert match.turn.seat == 1


def test_the_default_is_never_a_power():
    match = scene("gold<v start@01", "thief wizard", hands=["well^>", ""], coins=[0, 3])
    assert match.default(0).verb == "go"
    match.play(0, f"place {holds(match, 0, 'well')} 1,0 0")
    assert match.default(0).verb == "end"


# An empty hand and nowhere to go


def test_scenario_22_an_empty_handed_wizard_beside_a_chamber_is_not_skipped():
    match = scene("blank^@01 gold<v start", "wizard thief", hands=["", ""])
    assert match.outcome is None
    match.state.hands = [[], []]
    prompt = match.stack[-1]
    assert {move.verb for move in prompt.options(match.state, 0)} == {"end", "walk"}
    assert prompt.default(match.state, 0, None).verb == "end"
    match.play(0, "end")
    assert match.outcome is None, "the wizard could still do something, so it is no dead end"
    assert match.turn.seat == 0, "the thief, who can do nothing, was skipped"
    match.play(0, "walk -1,0")
    assert match.state.coins[0] == 1


def test_a_power_that_makes_an_action_possible_makes_it_compulsory():
    match = scene("gold^ wind<v@01 start", "barbarian thief", hands=["blank^", "orb^"])
    match.state.hands[0] = []
    assert verbs(match, 0) == {"end", "push"}, "two steps don't lead anywhere, but one push does"
    match.play(0, "push 1 -2,0")
    assert hand(match, 0) == ["orb"]
    assert refused(match, 0, "end").msgid.startswith("You can't skip your turn")
    assert verbs(match, 0) == {"place"}

"""rules/drako.md, Fury: a wound on Brald for a third action, once."""

from games.drako.components import Figure
from games.drako.events import Raged, Wounded
from tests.games.drako.board import FAR, asked, at, choices, drawn, ended, news, play, refused, wounds


def test_scenario_14_fury_gives_a_third_action_once_and_can_cost_brald_his_life():
    match = drawn(FAR, dwarves="W02 W05 W06 W14", turn="dwarves", fury=True, wounds="brald 5")
    assert "fury" in choices(match, 1)
    play(match, "nothing W02", "nothing W05")
    assert (asked(match), choices(match, 1)) == ("RageOrEnd", ["end", "fury"])
    assert "had your actions" in refused(match, 1, "draw").msgid
    match.play(1, "fury")
    assert news(match)[:2] == [Raged(1), Wounded(Figure.BRALD, 1)]
    assert (at(match, "b"), asked(match), match.state.actions) == (None, "TakeAction", 1)
    assert "Only Brald" in refused(match, 1, "fury").msgid
    match.play(1, "move W06 morin 1,1")
    assert match.turn.seat == 0, "the third action was another dwarf's, and the last"

    last = drawn(
        ".  .  .   .  .  .  .   .  .  D  .  .   .  .  .  .   b  .  .",
        dwarves="W02 W05",
        turn="dwarves",
        fury=True,
        wounds="brald 5",
    )
    last.play(1, "fury")
    assert ended(last) == ("dwarves_dead", (0,))


def test_fury_may_come_first():
    match = drawn(FAR, dwarves="W02 W05 W06 W14", turn="dwarves", fury=True)
    match.play(1, "fury")
    assert (match.state.actions, wounds(match)) == (3, "brald 1")
    assert "used up" in refused(match, 1, "fury").msgid
    play(match, "nothing W02", "draw", "nothing W05")
    assert match.turn.seat == 0, "nothing is asked any more when Fury is used up"


def test_the_third_action_may_be_any():
    match = drawn(FAR, dwarves="W02 W05", turn="dwarves", fury=True)
    play(match, "draw", "nothing W02", "fury", "draw")
    assert match.turn.seat == 0


def test_fury_can_be_kept():
    match = drawn(FAR, dragon="D13 D14", dwarves="W02 W05 W06", turn="dwarves", fury=True)
    play(match, "nothing W02", "draw", "end")
    assert (match.turn.seat, match.state.fury) == (0, True)


def test_it_can_not_be_blocked_and_is_brald_s_alone():
    match = drawn(FAR, dragon="D13", dwarves="W14 W05", turn="dragon", fury=True)
    assert "Only Brald" in refused(match, 0, "fury").msgid
    dead = drawn(
        ".  .  .   .  .  .  .   .  .  D  .  .   .  .  .  .   .  u  m",
        dwarves="W14 W05",
        turn="dwarves",
        fury=True,
    )
    assert "Only Brald" in refused(dead, 1, "fury").msgid
    play(dead, "draw", "draw")
    assert dead.turn.seat == 0


def test_with_an_empty_hand_fury_is_still_a_choice():
    match = drawn(FAR, dwarves="", turn="dwarves", fury=True)
    assert choices(match, 1) == ["draw", "fury"]

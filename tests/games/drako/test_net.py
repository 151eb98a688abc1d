"""rules/drako.md, Net: what it forbids, and the escape."""

from games.drako.events import Escaped
from tests.games.drako.board import FAR, asked, choices, drawn, kinds, news, play, refused, starting

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"


def test_scenario_12_the_net_holds_until_a_whole_turn_is_spent():
    match = drawn(BESIDE, dragon="D13 D10 D02", dwarves="W02 W10", netted=True)
    assert starting(match, 0, "move") == starting(match, 0, "fly") == []
    assert "net holds you" in refused(match, 0, "move D13 dragon 1,0").msgid
    assert "net holds you" in refused(match, 0, "fly D10 1,0").msgid
    play(match, "attack D02 brald", "block -")
    assert "both actions" in refused(match, 0, "escape").msgid
    assert "escape" not in choices(match, 0)
    play(match, "nothing D13", "nothing W02", "draw")
    assert (match.turn.seat, match.state.actions) == (0, 2)
    match.play(0, "escape")
    assert news(match) == [Escaped()]
    assert (match.state.netted, match.turn.seat) == (False, 1)
    assert "net W10" in choices(match, 1), "the token is the dwarves' again"


def test_fire_burns_out_of_the_net():
    match = drawn(BESIDE, dragon="D06 D13", dwarves="W02", netted=True)
    assert starting(match, 0, "fire D06") != []


def test_only_the_netted_dragon_escapes():
    free = drawn(FAR, dragon="D13 D14", dwarves="W02 W14")
    assert "not in the net" in refused(free, 0, "escape").msgid
    dwarves = drawn(FAR, dragon="D13", dwarves="W02 W14", turn="dwarves", netted=True)
    assert "not in the net" in refused(dwarves, 1, "escape").msgid


def test_a_netted_dragon_with_an_empty_hand_chooses_between_drawing_and_escape():
    match = drawn(FAR, dragon="", netted=True)
    assert choices(match, 0) == ["draw", "escape"]
    match.play(0, "draw")
    assert asked(match) == "TakeAction"


def test_scenario_13_no_second_net_and_none_without_urpen():
    lying = drawn(FAR, dwarves="W10 W11", turn="dwarves", netted=True)
    assert starting(lying, 1, "net") == []
    assert "lies on the dragon already" in refused(lying, 1, "net W10").msgid
    assert starting(lying, 1, "move W11") != []
    dead = drawn(
        ".  .  .   .  .  .  .   .  .  D  .  .   .  .  .  .   b  .  m", dwarves="W10 W11", turn="dwarves"
    )
    assert starting(dead, 1, "net") == []
    assert "Urpen is dead" in refused(dead, 1, "net W11").msgid
    stays = drawn(BESIDE, dragon="D01 D13", dwarves="W10", netted=True, wounds="urpen 3")
    play(stays, "attack D01 urpen", "block -")
    assert kinds(news(stays)) == ["Wounded", "Died"]
    assert stays.state.netted
    assert starting(stays, 0, "move") == []

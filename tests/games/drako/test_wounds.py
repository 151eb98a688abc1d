"""rules/drako.md, Wounds: the armour first, then where the dwarf player likes; abilities lost, deaths."""

from games.drako.components import Figure, Part
from games.drako.events import Died, Lost, Wounded
from tests.games.drako.board import asked, at, choices, drawn, ended, kinds, news, play, refused, wounds

BESIDE = ".  .  .   .  b  u  .   .  .  D  .  .   .  .  .  .   .  .  m"


def test_scenario_10_the_armour_first_then_a_question():
    match = drawn(BESIDE, dragon="D13", dwarves="W02 W14", turn="dwarves", wounds="armour 3")
    play(match, "attack W02 dragon", "block -")
    assert wounds(match) == "armour 4"
    assert (asked(match), match.waiting) == ("PlaceWounds", (1,))
    assert choices(match, 1) == ["wound flight", "wound movement", "wound fire"]
    assert "Place every wound" in refused(match, 1, "wound armour").msgid
    assert "Place every wound" in refused(match, 1, "wound fire fire").msgid
    assert "where the wounds go" in refused(match, 1, "draw").msgid
    match.play(1, "wound fire")
    assert news(match) == [Wounded(Part.FIRE, 1)]
    assert wounds(match) == "armour 4, fire 1"
    assert (asked(match), match.state.actions) == ("TakeAction", 1)


def test_two_wounds_are_placed_in_one_answer_together_or_apart():
    match = drawn(BESIDE, dwarves="W02 W14", turn="dwarves", wounds="armour 4, fire 1")
    match.play(1, "attack W02 dragon")
    assert choices(match, 1) == [
        "wound flight flight",
        "wound flight movement",
        "wound flight fire",
        "wound movement flight",
        "wound movement movement",
        "wound movement fire",
        "wound fire flight",
        "wound fire movement",
    ]
    match.play(1, "wound fire flight")
    assert news(match) == [Wounded(Part.FLIGHT, 1), Wounded(Part.FIRE, 1), Lost(Part.FIRE)]


def test_wounds_of_two_strikes_are_placed_together():
    match = drawn(BESIDE, dwarves="W01 W14", turn="dwarves", wounds="armour 4")
    play(match, "attack2 W01 2", "wound movement movement")
    assert news(match)[-1] == Lost(Part.MOVEMENT)


def test_a_placed_wound_can_be_taken_back():
    match = drawn(BESIDE, dwarves="W02 W14", turn="dwarves", wounds="armour 4")
    play(match, "attack W02 dragon", "wound fire fire")
    assert match.undoable(1) == [2, 1], "an attack that nobody had to answer, too"


def test_nothing_is_asked_where_one_area_is_left():
    match = drawn(BESIDE, dwarves="W02 W14", turn="dwarves", wounds="armour 3, flight 2, fire 2")
    match.play(1, "attack W02 dragon")
    assert wounds(match) == "armour 4, flight 2, movement 1, fire 2"
    assert (asked(match), ended(match)) == ("TakeAction", None)


def test_nothing_is_asked_where_the_wounds_fill_everything():
    match = drawn(BESIDE, dwarves="W02 W14", turn="dwarves", wounds="armour 4, flight 2, movement 1, fire 1")
    match.play(1, "attack W02 dragon")
    assert ended(match) == ("dragon_dead", (1,))
    assert news(match)[-1] == Died(Figure.DRAGON)


def test_scenario_21_both_strikes_for_the_last_space():
    match = drawn(BESIDE, dwarves="W01 W14", turn="dwarves", wounds="armour 4, flight 2, movement 1, fire 2")
    match.play(1, "attack2 W01 2")
    assert wounds(match) == "armour 4, flight 2, movement 2, fire 2"
    assert ended(match) == ("dragon_dead", (1,))
    assert at(match, "D") is None


def test_a_dwarf_dies_of_his_last_space_and_leaves_the_board():
    match = drawn(BESIDE, dragon="D01 D13", dwarves="W02", wounds="urpen 3")
    play(match, "attack D01 urpen", "block -")
    assert news(match) == [Wounded(Figure.URPEN, 2), Died(Figure.URPEN)]
    assert (at(match, "u"), wounds(match)) == (None, "urpen 5")
    assert ended(match) is None


def test_fire_can_kill_several_at_once():
    match = drawn(
        ".  .  .   .  .  .  .   D  b  u  m  .   .  .  .  .   .  .  .",
        dragon="D06 D13",
        dwarves="W02",
        wounds="brald 5, urpen 4, morin 3",
    )
    play(match, "fire D06 e", "block -")
    assert kinds(news(match)) == ["Wounded", "Died"] * 3
    assert ended(match) == ("dwarves_dead", (0,))

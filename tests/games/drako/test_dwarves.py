"""rules/drako.md, Dwarf symbols: each one used, and refused."""

from games.drako.components import Figure, Kind, Symbol
from games.drako.events import Attacked, Moved, Netted, Played
from tests.games.drako.board import (
    FAR,
    asked,
    at,
    cells,
    choices,
    drawn,
    news,
    play,
    refused,
    starting,
    wounds,
)

BESIDE = """
    .  .  .
   .  b  u  .
  .  .  D  .  .
   .  .  .  .
    .  .  m
"""
"""Brald and Urpen beside the dragon, Morin two hexes away in no line with it."""


def test_a_dwarf_moves_up_to_the_number_of_the_card():
    match = drawn(FAR, dwarves="W06 W08", turn="dwarves")
    assert cells(match, 1, "move W08 morin") == {(1, 1), (0, 1)}
    assert cells(match, 1, "move W06 morin") == {(1, 1), (0, 1), (1, 0), (2, 0), (-1, 1)}
    match.play(1, "move W06 morin 2,0")
    assert news(match) == [
        Played(1, "W06", Symbol(Kind.MOVE, 2)),
        Moved(Figure.MORIN, ((0, 2), (1, 1), (2, 0))),
    ]
    assert at(match, "m") == (2, 0)


def test_a_way_round_counts_its_steps():
    match = drawn(
        """
            .  .  .
           .  .  .  .
          .  .  D  b  .
           .  .  u  .
            .  .  m
        """,
        dwarves="W06 W08",
        turn="dwarves",
    )
    assert (1, -1) not in cells(match, 1, "move W06 urpen"), "the way round the dragon is longer"
    assert (2, -1) in cells(match, 1, "move W06 brald")


def test_scenario_04_no_way_leads_through_figures_and_a_two_dwarf_move_moves_one_or_two():
    match = drawn(
        """
            .  .  .
           .  .  .  .
          .  .  D  b  m
           .  .  u  .
            .  .  .
        """,
        dwarves="W06 W13",
        turn="dwarves",
    )
    assert {(0, 0), (2, 0), (0, 1), (-1, 0)}.isdisjoint(cells(match, 1, "move W06 brald"))
    for cell in ("0,0", "2,0", "-1,0", "9,9", "1,0"):
        assert "can't get there" in refused(match, 1, f"move W06 brald {cell}").msgid
    assert cells(match, 1, "move W13 morin") == {(1, 1), (2, -1)}
    match.play(1, "move W13 morin 1,1")
    assert (asked(match), match.state.actions) == ("MoveSecond", 1)
    assert cells(match, 1, "follow brald") == {(2, 0), (1, -1), (2, -1)}, "the first dwarf's hex is free now"
    assert "has moved" in refused(match, 1, "follow morin 2,0").msgid
    assert "can't get there" in refused(match, 1, "follow brald 0,-1").msgid
    assert "can't get there" in refused(match, 1, "follow dragon 0,-1").msgid
    assert "second dwarf" in refused(match, 1, "draw").msgid
    match.play(1, "follow brald 2,0")
    assert (at(match, "b"), at(match, "m"), at(match, "u")) == ((2, 0), (1, 1), (0, 1))
    assert (asked(match), match.state.actions) == ("TakeAction", 1)


def test_the_others_may_stay():
    match = drawn(FAR, dwarves="W15 W14", turn="dwarves")
    play(match, "move W15 brald -2,1", "stay")
    assert (asked(match), at(match, "u")) == ("TakeAction", (-1, 2))


def test_the_last_dwarf_moves_alone():
    match = drawn(
        ".  .  .   .  .  .  .   .  .  D  .  .   .  .  .  .   b  .  .", dwarves="W15 W14", turn="dwarves"
    )
    match.play(1, "move W15 brald -2,1")
    assert asked(match) == "TakeAction"


def test_an_enclosed_dwarf_has_no_way():
    match = drawn(
        """
            b  m  .
           u  D  .  .
          .  .  .  .  .
           .  .  .  .
            .  .  .
        """,
        dwarves="W06 W14",
        turn="dwarves",
    )
    assert starting(match, 1, "move W06 brald") == []
    assert starting(match, 1, "move W06 morin") != []


def test_an_attack_needs_a_dwarf_beside_the_dragon():
    match = drawn(BESIDE, dragon="D13", dwarves="W02 W14", turn="dwarves")
    assert starting(match, 1, "attack") == ["attack W02 dragon"]
    assert "for the dragon" in refused(match, 1, "attack W02 urpen").msgid
    match.play(1, "attack W02 dragon")
    assert news(match)[1] == Attacked(Symbol(Kind.ATTACK, 2), (Figure.DRAGON,))
    match.play(0, "block -")
    assert wounds(match) == "armour 2"
    far = drawn(FAR, dwarves="W02 W01", turn="dwarves")
    assert "beside the dragon" in refused(far, 1, "attack W02 dragon").msgid
    assert "beside the dragon" in refused(far, 1, "attack2 W01 1").msgid


def test_a_two_dwarf_attack_is_for_one_dwarf_or_two_beside_the_dragon():
    match = drawn(BESIDE, dwarves="W01 W14", turn="dwarves")
    assert starting(match, 1, "attack2") == ["attack2 W01 1", "attack2 W01 2"]
    assert "Not enough" in refused(match, 1, "attack2 W01 3").msgid
    match.play(1, "attack2 W01 1")
    assert wounds(match) == "armour 1"
    one = drawn(
        ".  .  .   .  b  .  .   .  .  D  .  .   .  .  .  .   .  u  m", dwarves="W01 W14", turn="dwarves"
    )
    assert starting(one, 1, "attack2") == ["attack2 W01 1"]


def test_three_dwarves_beside_the_dragon_are_no_more_than_two():
    match = drawn(
        ".  .  .   .  b  u  .   .  .  D  m  .   .  .  .  .   .  .  .", dwarves="W01 W14", turn="dwarves"
    )
    assert starting(match, 1, "attack2") == ["attack2 W01 1", "attack2 W01 2"]


def test_scenario_08_the_crossbow_needs_a_straight_line_without_a_dwarf_between():
    between = drawn(
        ".  .  .   .  .  .  .   .  .  D  b  m   .  .  .  .   .  u  .", dwarves="W07 W14", turn="dwarves"
    )
    assert starting(between, 1, "shoot") == []
    assert "clear line" in refused(between, 1, "shoot W07").msgid
    adjacent = drawn(
        ".  .  .   .  .  .  .   .  .  D  m  b   .  .  .  .   .  u  .", dwarves="W07 W14", turn="dwarves"
    )
    adjacent.play(1, "shoot W07")
    assert news(adjacent)[1] == Attacked(Symbol(Kind.CROSSBOW, 2), (Figure.DRAGON,))
    assert wounds(adjacent) == "armour 2"
    crooked = drawn(
        ".  .  .   .  .  .  m   .  .  D  .  .   .  b  .  .   .  u  .", dwarves="W07 W14", turn="dwarves"
    )
    assert "clear line" in refused(crooked, 1, "shoot W07").msgid
    distant = drawn(
        "D  .  .   .  .  .  .   .  .  .  .  .   .  .  .  u   .  b  m", dwarves="W09 W14", turn="dwarves"
    )
    distant.play(1, "shoot W09")
    assert wounds(distant) == "armour 1"


def test_scenario_22_crossbow_without_morin_and_move_in_the_net_are_only_for_nothing():
    match = drawn(
        ".  .  .   .  .  .  .   .  .  D  .  .   .  b  .  .   .  u  .", dwarves="W07 W14", turn="dwarves"
    )
    assert starting(match, 1, "shoot") == []
    assert "Morin is dead" in refused(match, 1, "shoot W07").msgid
    match.play(1, "nothing W07")
    netted = drawn(FAR, dragon="D13 D14", netted=True)
    assert choices(netted, 0) == ["draw", "escape", "nothing D13", "nothing D14"]
    assert "net holds you" in refused(netted, 0, "move D13 dragon 1,0").msgid


def test_the_net_is_thrown_from_anywhere_and_can_not_be_blocked():
    match = drawn(FAR, dragon="D14", dwarves="W10 W14", turn="dwarves")
    match.play(1, "net W10")
    assert news(match) == [Played(1, "W10", Symbol(Kind.NET)), Netted()]
    assert (match.state.netted, asked(match), match.waiting) == (True, "TakeAction", (1,))


def test_a_dead_dwarf_does_nothing():
    match = drawn(
        ".  .  .   .  .  .  .   .  .  D  .  .   .  .  .  .   .  u  m", dwarves="W06 W14", turn="dwarves"
    )
    assert starting(match, 1, "move W06 brald") == []
    assert "dead" in refused(match, 1, "move W06 brald 0,1").msgid
    assert "lead the dwarves" in refused(match, 1, "move W06 dragon 0,1").msgid


def test_a_shield_is_no_action():
    match = drawn(BESIDE, dwarves="W14", turn="dwarves")
    assert choices(match, 1) == ["draw", "nothing W14"]

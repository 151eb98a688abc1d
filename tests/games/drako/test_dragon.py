"""rules/drako.md, Dragon symbols: each one used, and refused."""

from games.core.hexes import distance
from games.drako.components import VALLEY, Figure, Kind, Symbol
from games.drako.events import Attacked, Flew, Moved
from tests.games.drako.board import FAR, asked, at, cells, drawn, news, play, refused, starting, wounds

LINE = """
    .  .  .
   .  .  .  .
  .  .  D  b  u
   .  .  .  .
    m  .  .
"""
"""Brald and Urpen one behind the other in the east, Morin at the edge in the south-west."""


def test_the_dragon_walks_up_to_the_number_and_round_the_dwarves():
    match = drawn(LINE, dragon="D13 D03")
    assert cells(match, 0, "move D03 dragon") == {(0, -1), (1, -1), (-1, 0), (-1, 1), (0, 1)}
    assert (2, 0) not in cells(match, 0, "move D13 dragon")
    assert (2, -1) in cells(match, 0, "move D13 dragon")
    match.play(0, "move D13 dragon 2,-1")
    assert news(match)[1] == Moved(Figure.DRAGON, ((0, 0), (1, -1), (2, -1)))
    assert at(match, "D") == (2, -1)
    assert "can't get there" in refused(match, 0, "move D03 dragon 2,0").msgid
    assert "dwarves move themselves" in refused(match, 0, "move D03 brald 1,-1").msgid


def test_it_flies_to_any_empty_hex():
    match = drawn(LINE, dragon="D10 D11")
    assert cells(match, 0, "fly D10") == set(VALLEY) - set(match.state.figures.values())
    match.play(0, "fly D10 2,-2")
    assert news(match)[1] == Flew(((0, 0), (2, -2)))
    assert "can't get there" in refused(match, 0, "fly D11 1,0").msgid


def test_it_attacks_one_dwarf_beside_it():
    match = drawn(LINE, dragon="D01", dwarves="W02")
    assert starting(match, 0, "attack") == ["attack D01 brald"]
    assert "beside you" in refused(match, 0, "attack D01 urpen").msgid
    assert "beside you" in refused(match, 0, "attack D01 dragon").msgid
    match.play(0, "attack D01 brald")
    assert news(match)[1] == Attacked(Symbol(Kind.ATTACK, 3), (Figure.BRALD,))
    match.play(1, "block -")
    assert wounds(match) == "brald 3"


def test_scenario_07_fire_burns_through_the_first_to_the_second():
    match = drawn(LINE, dragon="D06 D13", dwarves="W05 W02")
    assert starting(match, 0, "fire") == ["fire D06 e", "fire D06 sw"]
    assert "No dwarf stands that way" in refused(match, 0, "fire D06 nw").msgid
    match.play(0, "fire D06 e")
    assert news(match)[1] == Attacked(Symbol(Kind.FIRE, 2), (Figure.BRALD, Figure.URPEN))
    assert starting(match, 1, "block") == ["block -", "block - W05", "block W05"]
    match.play(1, "block - W05")
    assert wounds(match) == "brald 2"


def test_fire_reaches_the_edge():
    match = drawn(LINE, dragon="D06", dwarves="W02")
    play(match, "fire D06 sw", "block -")
    assert wounds(match) == "morin 2"


def test_scenario_11_a_full_area_takes_its_ability():
    cold = drawn(LINE, dragon="D07 D13", wounds="armour 4, fire 2")
    assert starting(cold, 0, "fire") == []
    assert "fire is out" in refused(cold, 0, "fire D07 e").msgid
    assert "nothing D07" in starting(cold, 0, "nothing")
    assert starting(cold, 0, "move D07 dragon") != []
    lame = drawn(LINE, dragon="D13 D10", wounds="armour 4, movement 2")
    assert starting(lame, 0, "move") == []
    assert "legs are wounded" in refused(lame, 0, "move D13 dragon 0,1").msgid
    lame.play(0, "fly D10 0,1")
    assert at(lame, "D") == (0, 1)
    grounded = drawn(LINE, dragon="D13 D10", wounds="armour 4, flight 2")
    assert starting(grounded, 0, "fly") == []
    assert "wings are wounded" in refused(grounded, 0, "fly D10 0,1").msgid
    grounded.play(0, "move D13 dragon 0,1")
    assert at(grounded, "D") == (0, 1)


def test_a_half_filled_area_keeps_it():
    match = drawn(LINE, dragon="D06 D13 D10", wounds="armour 4, fire 1, movement 1, flight 1")
    assert all(starting(match, 0, verb) for verb in ("fire", "move", "fly"))


def test_nothing_in_reach_leaves_an_attack_for_nothing():
    match = drawn(FAR, dragon="D01")
    assert all(distance(cell, (0, 0)) == 2 for cell in match.state.figures.values() if cell != (0, 0))
    assert starting(match, 0, "attack") == []
    assert asked(match) == "TakeAction"

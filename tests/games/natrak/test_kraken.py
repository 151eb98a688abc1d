"""rules/natrak.md, 7.5 and 13.4: the kraken, which robs and holds ships; 15.3: driving it off."""

import pytest

from games.natrak.dragon import quiet_hex
from games.natrak.events import Expelled, KrakenMoved, NothingToSteal, Stole
from games.natrak.island import island_for
from tests.games.natrak.board import A, B, C, M, asked, drawn, hand, lines, refused, told
from tests.games.natrak.sailing import PASSAGE, QUAY, SHORE, at, hex_at, nine, ocean, sailed, side

WATERS = hex_at(3, 0)


def moving(**more: object) -> M:
    """A has launched a mercenary; B has ships at a hex of the sea, and a card."""
    match = sailed(
        **{  # type: ignore[arg-type]
            "ships": {B: PASSAGE},
            "hands": {B: "oro"},
            "scrolls": {A: "mercenario"},
            "dragon": (0, 0),
            **more,
        }
    )
    match.play(A, "lanzar mercenario")
    assert asked(match) == "MoveBeast"
    return match


def test_a_hex_of_the_sea_moves_the_kraken_and_robs_who_has_a_ship_at_its_sides():
    match = moving()
    match.play(A, f"moverDragon {WATERS} {B}")
    assert told(match)[0] == KrakenMoved(A, WATERS, B)
    assert isinstance(told(match)[1], Stole)
    assert (ocean(match).kraken, match.state.board.dragon) == (WATERS, hex_at(0, 0))
    assert (hand(match, A), hand(match, B)) == (nine("oro"), nine(""))


def test_who_touches_the_hex_by_a_corner_only_is_no_victim():
    match = moving(ships={B: [SHORE]}, camps={C: [QUAY]}, hands={C: "lana"})
    beside = hex_at(4, -1)
    assert f"{beside} {B}" not in lines(match, A, "moverDragon")
    assert "drakkar beside" in refused(match, A, f"moverDragon {beside} {B}").msgid
    assert "drakkar beside" in refused(match, A, f"moverDragon {WATERS} {C}").msgid
    assert f"{WATERS} {B}" in lines(match, A, "moverDragon")


def test_a_building_on_a_coast_is_the_dragon_s_prey_and_a_ship_there_is_not():
    match = moving(ships={B: [side(2, 0, "e")]}, camps={C: [QUAY]})
    land = hex_at(2, 0)
    assert f"{land} {C}" in lines(match, A, "moverDragon")
    assert "building on that hex" in refused(match, A, f"moverDragon {land} {B}").msgid


def test_the_kraken_must_move_and_may_rob_nobody():
    match = moving(kraken=(3, 0))
    assert "kraken must move" in refused(match, A, f"moverDragon {WATERS} -1").msgid
    assert "dragon must move" in refused(match, A, f"moverDragon {hex_at(0, 0)} -1").msgid
    assert "can't rob yourself" in refused(match, A, f"moverDragon {hex_at(3, -1)} {A}").msgid
    match.play(A, f"moverDragon {hex_at(0, 3)} -1")
    assert told(match) == [KrakenMoved(A, hex_at(0, 3), None)]


def test_an_empty_handed_sailor_gives_nothing():
    match = moving(hands={})
    match.play(A, f"moverDragon {WATERS} {B}")
    assert told(match) == [KrakenMoved(A, WATERS, B), NothingToSteal(A, B)]


def test_every_hex_but_their_own_two_can_be_chosen():
    match = moving()
    chosen = {int(line.split()[0]) for line in lines(match, A, "moverDragon")}
    assert chosen == set(range(61)) - {hex_at(0, 0), hex_at(0, -4)}


def test_the_default_never_moves_the_kraken():
    match = moving()
    board = match.state.board
    assert board.island.land[quiet_hex(match.state)]
    match.play(A, match.default(A), by="clock")
    assert ocean(match).kraken == hex_at(0, -4)


def test_the_default_passes_over_what_lies_in_the_fog():
    plan = island_for(4, sea=True).plan
    lands = dict.fromkeys(plan.main, "bosque 8")
    fog = {cell: "bosque 2" for isle in plan.isles for cell in isle}
    match = sailed(terrain=lands, dragon=(0, 0), camps={B: [at(0, 0, "n")]}, fog=fog)
    assert match.state.board.island.hexes[quiet_hex(match.state)] == (0, -2)


def test_scenario_095_an_adventurer_at_the_dragon_may_move_the_kraken_instead_and_rests():
    match = sailed(dragon=(0, 0), adventurers={A: {at(0, 0, "n"): "1 active"}})
    match.play(A, f"expulsar {at(0, 0, 'n')}")
    assert told(match) == [Expelled(A, at(0, 0, "n"), at_sea=True)]
    match.play(A, f"moverDragon {WATERS} -1")
    assert (ocean(match).kraken, match.state.board.dragon) == (WATERS, hex_at(0, 0))
    assert not match.state.board.adventurers[at(0, 0, "n")].active


def test_an_adventurer_on_the_coast_drives_the_kraken_off():
    match = sailed(
        dragon=(0, 0), kraken=(3, 0), adventurers={A: {QUAY: "1 active", at(-2, 0, "nw"): "1 active"}}
    )
    assert lines(match, A, "expulsar") == [str(QUAY)]
    assert "Neither the dragon nor the kraken" in refused(match, A, f"expulsar {at(-2, 0, 'nw')}").msgid


def test_the_bishop_never_moves_the_kraken():
    match = sailed(dragon=(0, 0), progress={A: "obispo"})
    land = {int(line.split()[1]) for line in lines(match, A, "jugarProgreso")}
    assert all(match.state.board.island.land[cell] for cell in land)
    assert len(land) == 28
    refused(match, A, f"jugarProgreso obispo {WATERS}")


def test_without_a_sea_there_is_no_kraken():
    match = drawn(scrolls={A: "mercenario"})
    match.play(A, "lanzar mercenario")
    assert len({line.split()[0] for line in lines(match, A, "moverDragon")}) == 18


@pytest.mark.parametrize("line", ["botarDrakkar 1", "moverDrakkar 1 2"])
def test_without_a_sea_there_are_no_ships(line: str):
    match = drawn(hands={A: "madera lana"})
    refused(match, A, line)


def test_a_theft_by_the_kraken_is_known_to_thief_and_victim_alone():
    match = moving()
    match.play(A, f"moverDragon {WATERS} {B}")
    stolen = told(match)[1]
    assert stolen.seen_by(C) == Stole(A, B, None)
    assert stolen.seen_by(B) == stolen

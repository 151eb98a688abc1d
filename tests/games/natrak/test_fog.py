"""rules/natrak.md, 13.3: fog, and the discoveries that the first ships take."""

from typing import Any

import pytest

from games.core.choosing import Choices
from games.core.model import Pen, Sitter
from games.core.rng import Rng
from games.core.words import Text
from games.natrak import GAME
from games.natrak.components import Material
from games.natrak.events import Discovered, FogLifted, Sailed
from games.natrak.state import sea_of
from tests.games.natrak.board import A, B, M, hand, lines, refused, seen, told
from tests.games.natrak.eager import eager
from tests.games.natrak.sailing import (
    BEYOND,
    ISLE,
    LANDING,
    PASSAGE,
    QUAY,
    SHORE,
    at,
    hex_at,
    nine,
    ocean,
    sailed,
    side,
)
from tests.games.natrak.ventures import throw

SHIP = "madera lana"


def fogged(**more: Any) -> M:
    """A has one ship on the way to an island in the fog: gold, and a forest beyond."""
    return sailed(
        **{
            "camps": {A: [QUAY]},
            "ships": {A: PASSAGE[:1]},
            "fog": {ISLE: "oro 8", BEYOND: "bosque 4"},
            "hands": {A: "madera*4 lana*4", B: "madera*4 lana*4"},
            **more,
        },
    )


def test_scenario_096_the_first_ship_along_an_island_s_side_takes_its_discovery_whoever_lifted_the_fog():
    match = fogged()
    match.play(A, f"botarDrakkar {PASSAGE[1]}")
    assert told(match)[1:] == [FogLifted(hex_at(*ISLE), 8)]
    assert hand(match, A) == nine("madera*3 lana*3")
    match.play(A, f"botarDrakkar {SHORE}")
    assert told(match)[-1] == Discovered(A, hex_at(*ISLE), Material.GOLD)
    assert hand(match, A) == nine("madera*2 lana*2 oro")
    assert not ocean(match).discovery[hex_at(*ISLE)]
    match.play(A, f"botarDrakkar {side(4, 0, 'nw')}")
    assert not [event for event in told(match) if isinstance(event, Discovered)]


def test_a_hex_touched_by_a_corner_keeps_its_discovery():
    match = fogged()
    match.play(A, f"botarDrakkar {PASSAGE[1]}")
    assert ocean(match).discovery[hex_at(*ISLE)]
    assert not ocean(match).fog[hex_at(*ISLE)]
    assert ocean(match).fog[hex_at(*BEYOND)]


def test_between_two_hexes_of_an_island_no_ship_is_launched():
    match = fogged(ships={A: [*PASSAGE, SHORE]})
    between = side(4, 0, "sw")
    assert "need water" in refused(match, A, f"botarDrakkar {between}").msgid


@pytest.mark.parametrize("piece", ["ship", "road", "camp"])
def test_scenario_097_a_ship_moved_a_road_or_a_camp_lifts_fog_and_is_paid_nothing(piece: str):
    stock = "madera arcilla trigo lana"
    if piece == "ship":
        match = fogged(ships={A: [*PASSAGE[:1], side(2, 0, "e")]}, hands={A: stock})
        match.play(A, f"moverDrakkar {side(2, 0, 'e')} {PASSAGE[1]}")
        assert told(match) == [Sailed(A, side(2, 0, "e"), PASSAGE[1]), FogLifted(hex_at(*ISLE), 8)]
    elif piece == "road":
        match = fogged(camps={A: [LANDING]}, hands={A: stock})
        match.play(A, f"construirCamino {SHORE}")
        assert FogLifted(hex_at(*BEYOND), 4) in told(match)
    else:
        match = fogged(ships={A: PASSAGE}, hands={A: stock})
        match.play(A, f"construirCampamento {LANDING}")
        assert FogLifted(hex_at(*ISLE), 8) in told(match)
    assert ocean(match).discovery[hex_at(*ISLE)]
    assert hand(match, A)[Material.GOLD.at] == 0


def test_fog_that_lifts_can_not_be_taken_back_and_a_plain_ship_can():
    match = fogged(ships={})
    match.play(A, f"botarDrakkar {PASSAGE[0]}")
    assert match.undoable(A) == [1]
    match.play(A, f"botarDrakkar {PASSAGE[1]}")
    assert match.undoable(A) == []


def test_a_discovery_of_what_lies_open_can_be_taken_back():
    match = sailed(
        ships={A: PASSAGE}, discoveries=[ISLE], terrain={ISLE: "mina 9"}, hands={A: SHIP}, camps={A: [QUAY]}
    )
    match.play(A, f"botarDrakkar {SHORE}")
    assert hand(match, A) == nine("piedra")
    match.play(A, "takeback 1")
    assert hand(match, A) == nine(SHIP)
    assert ocean(match).discovery[hex_at(*ISLE)]


def test_an_adventurer_lifts_no_fog():
    match = fogged(
        ships={A: PASSAGE},
        fog={ISLE: "oro 8"},
        adventurers={A: {QUAY: "1 active"}},
        camps={A: [at(2, 0, "se")]},
    )
    match.play(A, f"moverAventurero {QUAY} {LANDING}")
    assert ocean(match).fog[hex_at(*ISLE)]


def test_under_fog_nothing_is_produced_and_out_of_it_gold_is_one_for_a_camp_and_two_for_a_city():
    match = fogged(camps={A: [LANDING]}, cities={B: [at(4, 0, "s")]}, hands={}, phase="roll")
    throw(match, 8, 6)
    assert (hand(match, A), hand(match, B)) == (nine(""), nine(""))
    match = sailed(camps={A: [LANDING]}, cities={B: [at(4, 0, "s")]}, terrain={ISLE: "oro 8"}, phase="roll")
    throw(match, 8, 6)
    assert (hand(match, A), hand(match, B)) == (nine("oro"), nine("oro*2"))


def test_the_dragon_and_the_bishop_never_go_into_the_fog():
    match = fogged(scrolls={A: "mercenario"}, progress={A: "obispo inventor"})
    cell = hex_at(*ISLE)
    assert f"obispo {cell}" not in lines(match, A, "jugarProgreso")
    assert not [
        line for line in lines(match, A, "jugarProgreso") if "inventor" in line and str(cell) in line.split()
    ]
    match.play(A, "lanzar mercenario")
    assert not [line for line in lines(match, A, "moverDragon") if line.split()[0] == str(cell)]
    assert "into the fog" in refused(match, A, f"moverDragon {cell} -1").msgid


# Secrets


MARK = 90
"""Added to tokens in the fog: no payload may ever name such a number."""


def test_scenario_102_no_token_in_the_fog_is_in_any_payload():
    scanned = 0

    def scan(match: M) -> None:
        nonlocal scanned
        if match.ply % 150 or match.outcome:
            return
        board = match.state.board
        hidden = [cell for cell in range(len(board.token)) if board.fogged(cell)]
        for cell in hidden:
            board.token[cell] += MARK * 1000
        try:
            for reader in (None, *match.order):
                assert str(MARK) + "0" not in payload(match, reader)
                scanned += 1
        finally:
            for cell in hidden:
                board.token[cell] -= MARK * 1000

    match = eager("fog", 4, version="completo", goal="40", most=1500, watch=scan)
    assert scanned > 40
    assert sum(isinstance(event, FogLifted) for event in match.events) > 2
    assert any(sea_of(match.state).fog)


def payload(match: M, reader: int | None) -> str:
    """Everything that a reader is given: view, moves, questions, log, picture."""
    view = match.view(reader)
    moves = [] if reader is None else match.legal(reader)
    choices = Choices(moves)
    sitters = [Sitter(f"P{n}", colour, "") for n, colour in zip(match.order, COLOURS, strict=False)]
    pen = Pen(say=spoken, link=lambda pick: f'href="?pick={pick}"', sitters=sitters)
    picture = GAME.draw(view, choices, "", pen)
    asked = [] if reader is None else [GAME.ask(prompt, reader) for prompt in match.prompts_for(reader)]
    log = [event.seen_by(reader) for event in match.events]
    said = [GAME.tell(event) for event in log if event is not None]
    return repr((view, moves, asked, log, said, picture))


COLOURS = ("orange", "sky", "green", "yellow", "blue", "vermilion")


def spoken(text: Text) -> str:
    return repr(text)


def test_a_twin_with_other_tokens_in_the_fog_looks_the_same_to_everybody():
    match = eager("fog twins", 4, version="completo", goal="40", most=400)
    board = match.state.board
    before = [*board.token]
    changed = 0
    for reader in (None, *match.order):
        for n in range(3):
            twin = GAME.redeal(match.state, reader, Rng("fog", n))
            changed += twin.board.token != before
            assert GAME.view(twin, reader) == match.view(reader)
    assert changed > 5


def test_whose_turn_it_is_reads_the_same_island_as_everybody():
    match = fogged()
    views = [seen(match, reader) for reader in (None, A, B)]
    assert len({(view.terrain, view.token, view.sea) for view in views}) == 1
    assert views[0].token[hex_at(*ISLE)] == 0

"""What is drawn with the sea: water, fog and ships, the selected move ahead, gold, and names beside the board."""

from __future__ import annotations

import re

import pytest

from games.core.model import Picture
from games.natrak.components import Material
from games.natrak.events import Colonised, Discovered, FogLifted, KrakenMoved, Redeemed, Sailed
from games.natrak.gains import balance, said
from games.natrak.island import island_for
from games.natrak.labels import undiscovered
from games.natrak.moves import BuildShip, Redeem, Sail, SendDragon
from games.natrak.places import edge_name, hex_name, vertex_name
from games.natrak.telling import tell
from tests.games.natrak.board import A, B, drawn, seen
from tests.games.natrak.sailing import ISLE, LANDING, PASSAGE, QUAY, SHORE, hex_at, nine, sailed, side
from tests.games.natrak.test_picture import draw, placed, say

ISLAND = island_for(4, sea=True)


def drawings(picture: Picture, symbol: str) -> int:
    """How often a symbol is on the board."""
    return len(re.findall(f'href="#natrak-{symbol}"', picture.board))


def test_water_land_fog_and_the_two_beasts_are_drawn():
    picture = draw(sailed(fog={ISLE: "oro 8"}, terrain={(0, 0): "bosque 5"}), None)
    assert sum(drawings(picture, wave) for wave in ("hex-mar", "hex-mar-2", "hex-mar-3")) == 32
    assert (drawings(picture, "fog"), drawings(picture, "token-fog"), drawings(picture, "hex-oro")) == (
        1,
        1,
        1,
    )
    assert (drawings(picture, "kraken"), drawings(picture, "dragon")) == (1, 1)
    assert drawings(picture, "discovery") == 1
    lone = draw(drawn(), None)
    assert not any(drawings(lone, one) for one in ("hex-mar", "fog", "kraken", "ship", "discovery"))


def test_ships_point_away_from_what_is_ones_own():
    match = sailed(camps={A: [QUAY]}, ships={A: PASSAGE})
    picture = draw(match, A)
    assert drawings(picture, "ship") == 2
    turns = re.findall(r'href="#natrak-ship"[^>]*rotate\(([-\d.]+)\)', picture.board)
    assert len(turns) == 2


def test_the_selected_launch_lies_ahead_and_says_what_it_discovers():
    match = sailed(camps={A: [QUAY]}, ships={A: PASSAGE}, fog={ISLE: "oro 8"}, hands={A: "madera lana"})
    chosen = draw(match, A, f"botarDrakkar {SHORE}")
    assert chosen.move == BuildShip(SHORE)
    assert drawings(chosen, "ship") == 3
    assert chosen.preview == "It costs 1 wood, 1 wool, and discovers gold."
    assert undiscovered(seen(match, A), SHORE) == [hex_at(*ISLE)]
    plain = draw(match, A, f"botarDrakkar {side(2, 0, 'e')}")
    assert plain.preview == "It costs 1 wood, 1 wool."


def test_a_ship_that_moves_is_drawn_where_it_will_be_alone():
    match = sailed(camps={A: [QUAY]}, ships={A: PASSAGE})
    chosen = draw(match, A, f"moverDrakkar {PASSAGE[1]} {side(2, 0, 'e')}")
    assert chosen.move == Sail(PASSAGE[1], side(2, 0, "e"))
    assert drawings(chosen, "ship") == 2
    first = draw(match, A, "moverDrakkar")
    assert f"moverDrakkar {PASSAGE[1]}" in placed(first)


def test_the_kraken_is_drawn_where_it_will_be_and_the_dragon_stays():
    match = sailed(ships={B: PASSAGE}, scrolls={A: "mercenario"}, dragon=(0, 0))
    match.play(A, "lanzar mercenario")
    waters = hex_at(3, 0)
    assert f"moverDragon {waters}" in placed(draw(match, A))
    chosen = draw(match, A, f"moverDragon {waters} {B}")
    assert chosen.move == SendDragon(waters, B)
    assert "kraken holds the drakkars" in chosen.preview
    assert draw(match, A, f"moverDragon {hex_at(1, 0)} -1").preview.startswith("The dragon dries")
    assert draw(match, A, f"moverDragon {waters} -1").preview.endswith("nobody is robbed.")


def test_gold_is_changed_by_tapping_what_one_wants():
    match = sailed(hands={A: "oro lana"})
    picture = draw(match, A)
    (button,) = [button for button in picture.bar if button.label == "Change gold"]
    named = draw(match, A, button.pick)
    picks = [pick for pick in placed(named) if pick.startswith("canjearOro") and "madera" in pick]
    chosen = draw(match, A, picks[0])
    assert isinstance(chosen.move, Redeem)
    assert chosen.preview == "One gold for one wood."


def test_gold_lies_in_the_hand_and_is_in_no_offer():
    match = sailed(hands={A: "oro*2 lana"})
    picture = draw(match, A)
    assert "natrak-resource-oro" in picture.hand
    assert "nk-give-8-more" not in picture.hand
    offer = draw(match, A, "ofrecer - lana -")
    assert "nk-want-8-more" not in offer.hand
    assert "nk-want-5-more" in offer.hand
    assert draw(match, A, "ofrecer - oro -").picked == ""


def test_a_drakkar_has_its_price_and_how_many_are_left():
    match = sailed(ships={A: PASSAGE}, hands={A: "madera lana"})
    assert "drakkar: 1 wood, 1 wool. You can pay; 13 left." in draw(match, A).hand
    assert "drakkar" not in draw(drawn(hands={A: "madera lana"}), A).hand


def test_settled_islands_stand_beside_their_player():
    match = sailed(camps={B: [LANDING]}, colonies={B: [1]})
    assert "1 lesser island settled" in draw(match, A).badges[B]
    assert "settled" not in draw(match, A).badges[A]


def test_places_at_sea_have_names_of_their_own():
    view = seen(sailed(terrain={(2, 0): "bosque 5", ISLE: "mina 9"}), A)
    waters = [say(hex_name(view, cell)) for cell, land in enumerate(ISLAND.land) if not land]
    assert len(set(waters)) == len(waters) == 32
    assert waters[0] == "sea A1"
    assert say(vertex_name(view, QUAY)) == "forest 5, sea D7, sea E8"
    assert say(edge_name(view, SHORE)) == "sea E8, mine 9"
    assert say(edge_name(view, side(4, 0, "e"))) == "east coast of mine 9"
    foggy = seen(sailed(fog={ISLE: "mina 9"}), A)
    assert say(hex_name(foggy, hex_at(*ISLE))) == "mine in the fog"


def test_the_sea_in_words():
    match = sailed(
        ships={B: [SHORE]},
        fog={ISLE: "oro 8"},
        colonies={B: [0, 1]},
        terrain={(0, 0): "bosque 5"},
        kraken=(3, 0),
    )
    shown = [line for section in draw(match, A).shown for line in section.lines]
    assert "The kraken lurks in sea E8." in shown
    assert "To be discovered: gold field in the fog." in shown
    assert "drakkar: sea E8, gold field in the fog" in shown
    assert "2 lesser islands settled" in shown


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Sailed(A, 1, 2), "player 0 moved a drakkar."),
        (FogLifted(3, 8), "The fog lifts: number 8."),
        (Discovered(A, 3, Material.GOLD), "player 0 discovered 1 gold."),
        (Colonised(A, 3), "player 0 is new on a lesser island, which is worth a point more."),
        (KrakenMoved(A, 3, None), "player 0 moved the kraken."),
        (KrakenMoved(A, 3, B), "player 0 set the kraken on player 1."),
        (Redeemed(A, Material.WOOD), "player 0 changed gold for 1 wood."),
    ],
)
def test_the_log_tells_of_the_sea(event: object, sentence: str):
    assert say(tell(event)) == sentence  # type: ignore[arg-type]


def test_discoveries_and_changed_gold_are_summed_up():
    change = balance([Discovered(A, 3, Material.GOLD), Redeemed(A, Material.WOOD)], A, 9)
    assert change == nine("madera")
    assert balance([Discovered(B, 3, Material.GOLD)], A, 9) == nine("")
    sentence = said(balance([Redeemed(A, Material.WOOD)], A, 9))
    assert sentence is not None
    assert say(sentence) == "You gained 1 wood and lost 1 gold."


def test_what_is_new_at_sea_glows():
    match = sailed(ships={A: PASSAGE}, camps={A: [QUAY]})
    quiet = draw(match, A).board.count("nk-news")
    news = [FogLifted(hex_at(*ISLE), 8), KrakenMoved(B, hex_at(3, 0), None), Sailed(A, 1, PASSAGE[0])]
    assert draw(match, A, "", news).board.count("nk-news") == quiet + 3

"""rules/natrak.md, 12.5, Alchemy: what each card does, when it is refused, and who sees what of it."""

from games.natrak.board import NOBODY
from games.natrak.components import Material, Progress
from games.natrak.events import (
    FleetSails,
    GaveAll,
    HarbourTraded,
    LookedInto,
    MerchantMoved,
    ProgressPlayed,
    Stole,
)
from tests.games.natrak.board import A, B, C, D, asked, at, hex_at, lines, refused, scores, seen, told
from tests.games.natrak.ventures import all_of, held, holds, news, saga_seen, tale, ventured

MIDDLE, FAR = at(0, 0, "n"), at(0, 0, "s")
CENTRE, ABOVE = hex_at(0, 0), hex_at(0, -1)
LAND = {(0, 0): "bosque 8", (0, -1): "paramo", (1, -1): "mina 5"}


# Merchant


def test_scenario_056_the_merchant_brings_a_rate_and_a_point_until_another_takes_it():
    match = ventured(
        terrain=LAND,
        camps={A: [MIDDLE], B: [FAR]},
        hands={A: "madera*2"},
        progress={A: "comerciante", B: "comerciante"},
    )
    match.play(A, f"jugarProgreso comerciante {CENTRE}")
    assert told(match) == [ProgressPlayed(A, Progress.MERCHANT), MerchantMoved(A, CENTRE)]
    assert (scores(match), seen(match, A).rates[:2]) == ([2, 1, 0, 0], (2, 4))
    match.play(A, "cambiarGremio madera lana")
    match.play(A, "terminarTurno")
    match.play(B, "tirar")
    while asked(match) != "TakeTurn":
        match.play(match.waiting[0], match.default(match.waiting[0]))
    match.play(B, f"jugarProgreso comerciante {CENTRE}")
    assert scores(match) == [1, 2, 0, 0]
    assert (seen(match, A).rates[0], seen(match, B).rates[0]) == (4, 2)
    for reader in (A, C, None):
        assert (saga_seen(match, reader).merchant, saga_seen(match, reader).trader) == (CENTRE, B)


def test_the_merchant_needs_a_producing_hex_at_an_own_building_and_another_than_its_own():
    match = ventured(
        terrain=LAND,
        camps={A: [MIDDLE]},
        progress={A: "comerciante"},
        merchant=(CENTRE, A),
    )
    assert lines(match, A, "jugarProgreso") == [f"comerciante {hex_at(1, -1)}"]
    for cell in (ABOVE, CENTRE, hex_at(0, 1), 99):
        assert "Merchant goes" in refused(match, A, f"jugarProgreso comerciante {cell}").msgid
    match.play(A, f"jugarProgreso comerciante {hex_at(1, -1)}")
    assert scores(match)[A] == 2


# Merchant Fleet


def test_scenario_057_a_fleet_trades_a_material_two_for_one_until_the_turn_ends():
    match = ventured(hands={A: "hierbas*4"}, progress={A: "flotaMercante flotaMercante"})
    match.play(A, "jugarProgreso flotaMercante hierbas")
    assert told(match)[1:] == [FleetSails(A, Material.HERBS)]
    match.play(A, "cambiarGremio hierbas trigo")
    assert held(match, A) == all_of("hierbas*2 trigo")
    assert "2:1 already" in refused(match, A, "jugarProgreso flotaMercante hierbas").msgid
    match.play(A, "terminarTurno")
    assert seen(match, A).rates[Material.HERBS.at] == 4
    for reader in (A, B, None):
        assert saga_seen(match, reader).fleet == (False,) * 8


def test_a_fleet_sails_for_whose_turn_it_is_only():
    match = ventured(progress={A: "flotaMercante"})
    match.play(A, "jugarProgreso flotaMercante lana")
    assert seen(match, A).rates[Material.WOOL.at] == 2
    assert seen(match, B).rates[Material.WOOL.at] == 4


# Commercial Harbour


def test_a_harbour_swaps_a_resource_for_a_random_good_of_every_rival_while_it_lasts():
    match = ventured(
        hands={A: "lana*2", B: "moneda trigo", C: "piedra", D: "hierbas"}, progress={A: "puertoComercial"}
    )
    match.play(A, "jugarProgreso puertoComercial lana")
    assert [held(match, seat) for seat in (A, B, C, D)] == [
        all_of(words) for words in ("moneda hierbas", "trigo lana", "piedra", "lana")
    ]
    short = ventured(hands={A: "lana", B: "moneda", D: "hierbas"}, progress={A: "puertoComercial"})
    short.play(A, "jugarProgreso puertoComercial lana")
    assert (held(short, A), held(short, D)) == (all_of("moneda"), all_of("hierbas"))


def test_a_harbour_names_a_resource_one_holds_and_is_spent_even_if_nobody_has_goods():
    match = ventured(hands={A: "lana", B: "lana"}, progress={A: "puertoComercial"})
    for wrong in ("trigo", "hierbas", "", "oro"):
        assert "that you hold" in refused(match, A, f"jugarProgreso puertoComercial {wrong}".strip()).msgid
    match.play(A, "jugarProgreso puertoComercial lana")
    assert (held(match, A), holds(match, A)) == (all_of("lana"), "")


def test_which_good_a_harbour_brought_only_the_two_know():
    match = ventured(hands={A: "lana", B: "moneda"}, progress={A: "puertoComercial"})
    match.play(A, "jugarProgreso puertoComercial lana")
    assert news(match, A) == news(match, B)
    assert news(match, A)[-1] == HarbourTraded(A, B, Material.WOOL, Material.COIN)
    assert news(match, C) == news(match, None)
    assert news(match, C)[-1] == HarbourTraded(A, B, Material.WOOL, None)


# Master Merchant


def test_a_master_merchant_looks_at_a_richer_rivals_hand_and_takes_two_cards():
    match = ventured(camps={B: [MIDDLE]}, hands={B: "moneda lana*2"}, progress={A: "mercaderMaestro"})
    match.play(A, "jugarProgreso mercaderMaestro 1")
    assert told(match)[1:] == [LookedInto(A, B, progress=False)]
    assert (asked(match), saga_seen(match, A).shown_hand) == ("TakeCards", all_of("moneda lana*2"))
    assert lines(match, A, "elegir") == ["lana*2", "lana,moneda"]
    for wrong in ("lana", "lana*3", "trigo,lana", "moneda*2"):
        assert "shown" in refused(match, A, f"elegir {wrong}").msgid
    refused(match, A, "terminarTurno")
    match.play(A, "elegir lana,moneda")
    assert (held(match, A), held(match, B)) == (all_of("lana moneda"), all_of("lana"))
    assert (asked(match), tale(match).audited) == ("TakeTurn", NOBODY)


def test_a_master_merchant_takes_the_only_card_and_chance_chooses_when_time_runs_out():
    match = ventured(camps={B: [MIDDLE]}, hands={B: "moneda"}, progress={A: "mercaderMaestro"})
    match.play(A, "jugarProgreso mercaderMaestro 1")
    match.play(A, match.default(A), by="clock")
    assert held(match, A) == all_of("moneda")


def test_a_master_merchant_needs_a_rival_with_more_points_and_a_card():
    match = ventured(
        camps={A: [FAR], B: [MIDDLE]},
        cities={C: [at(0, 2, "s")], D: [at(0, -2, "n")]},
        hands={B: "lana", D: "lana"},
        progress={A: "mercaderMaestro"},
    )
    assert lines(match, A, "jugarProgreso") == ["mercaderMaestro 3"]
    for wrong in (A, B, C):
        assert "more points" in refused(match, A, f"jugarProgreso mercaderMaestro {wrong}").msgid


def test_what_a_master_merchant_sees_and_takes_only_the_two_know():
    match = ventured(camps={B: [MIDDLE]}, hands={B: "moneda lana*2"}, progress={A: "mercaderMaestro"})
    match.play(A, "jugarProgreso mercaderMaestro 1")
    for reader in (B, C, None):
        assert saga_seen(match, reader).shown_hand == ()
    match.play(A, "elegir lana*2")
    for reader in (A, B):
        assert news(match, reader) == [Stole(A, B, Material.WOOL)] * 2
    for reader in (C, None):
        assert news(match, reader) == [Stole(A, B, None)] * 2
    assert saga_seen(match, A).shown_hand == ()


# Monopolies


def test_a_resource_monopoly_takes_up_to_two_of_a_basic_resource_from_everybody():
    match = ventured(
        hands={A: "lana", B: "lana*3", C: "lana", D: "trigo"}, progress={A: "monopolioDeRecurso"}
    )
    match.play(A, "jugarProgreso monopolioDeRecurso lana")
    assert told(match)[1:] == [GaveAll(seat, A, Material.WOOL, n) for seat, n in ((B, 2), (C, 1), (D, 0))]
    assert (held(match, A), held(match, B)) == (all_of("lana*4"), all_of("lana"))
    assert news(match, None) == news(match, A)


def test_a_goods_monopoly_takes_one_of_a_good_from_everybody():
    match = ventured(hands={B: "moneda*3", C: "moneda", D: "trigo"}, progress={A: "monopolioDeMercancia"})
    match.play(A, "jugarProgreso monopolioDeMercancia moneda")
    assert (held(match, A), held(match, B)) == (all_of("moneda*2"), all_of("moneda*2"))
    assert told(match)[1:] == [GaveAll(seat, A, Material.COIN, n) for seat, n in ((B, 1), (C, 1), (D, 0))]


def test_a_monopoly_names_one_of_its_kind_and_is_never_refused_for_what_rivals_hold():
    match = ventured(progress={A: "monopolioDeRecurso monopolioDeMercancia"})
    assert "basic" in refused(match, A, "jugarProgreso monopolioDeRecurso moneda").msgid
    assert "goods" in refused(match, A, "jugarProgreso monopolioDeMercancia lana").msgid
    match.play(A, "jugarProgreso monopolioDeRecurso lana")
    match.play(A, "jugarProgreso monopolioDeMercancia tributo")
    assert (held(match, A), holds(match, A)) == (all_of(""), "")

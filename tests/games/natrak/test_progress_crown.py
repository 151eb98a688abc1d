"""rules/natrak.md, 12.5, the Crown: what each card does, when it is refused, and who sees what of it."""

from games.natrak.board import NOBODY
from games.natrak.components import Material, Progress
from games.natrak.events import (
    Activated,
    AdventurerLost,
    Discarded,
    DragonMoved,
    Gave,
    LookedInto,
    NothingToSteal,
    Planted,
    ProgressStolen,
    RoadRemoved,
    RouteAwarded,
    Stole,
)
from tests.games.natrak.board import A, B, C, D, asked, at, hex_at, lines, refused, scores, told, way
from tests.games.natrak.ventures import all_of, held, holds, news, saga_seen, tale, ventured

N, NE, SE, S, SW, NW = (at(0, 0, corner) for corner in ("n", "ne", "se", "s", "sw", "nw"))
CENTRE = hex_at(0, 0)


# Bishop


def test_scenario_080_a_bishop_moves_the_dragon_and_robs_everybody_there_of_a_card():
    match = ventured(
        camps={A: [N], B: [SE], D: [SW]}, hands={A: "lana", B: "moneda*2", C: "lana"}, progress={A: "obispo"}
    )
    match.play(A, f"jugarProgreso obispo {CENTRE}")
    assert told(match)[1:] == [
        DragonMoved(A, CENTRE, None),
        Stole(A, B, Material.COIN),
        NothingToSteal(A, D),
    ]
    assert [held(match, seat) for seat in (A, B, C)] == [all_of(w) for w in ("lana moneda", "moneda", "lana")]
    assert (match.state.board.dragon, asked(match)) == (CENTRE, "TakeTurn")


def test_a_bishop_moves_the_dragon_to_another_hex_of_the_island():
    match = ventured(dragon=(0, 0), progress={A: "obispo"})
    for wrong in (CENTRE, 19, -1, ""):
        assert "another hex" in refused(match, A, f"jugarProgreso obispo {wrong}".strip()).msgid
    assert len(lines(match, A, "jugarProgreso")) == 18


def test_what_a_bishop_takes_only_the_two_know():
    match = ventured(camps={B: [SE]}, hands={B: "moneda"}, progress={A: "obispo"})
    match.play(A, f"jugarProgreso obispo {CENTRE}")
    assert Stole(A, B, Material.COIN) in news(match, B)
    for reader in (C, None):
        assert Stole(A, B, None) in news(match, reader)


# Deserter


def test_scenario_075_a_deserter_takes_one_of_the_lowest_level_and_plants_one_like_it():
    match = ventured(
        roads={A: way(S, SW)},
        adventurers={B: {N: "3 active", NE: "1 active"}},
        progress={A: "desertor"},
    )
    assert lines(match, A, "jugarProgreso") == [f"desertor {NE} {spot}" for spot in sorted((S, SW))]
    match.play(A, f"jugarProgreso desertor {NE} {S}")
    assert told(match)[1:] == [AdventurerLost(B, NE, 1), Planted(A, S, 1, paid=False)]
    assert not match.state.board.adventurers[S].active
    full = ventured(
        roads={A: way(S, SW)},
        adventurers={
            A: {at(q, r, "n"): "1" for q, r in ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 2), (2, 0))},
            B: {N: "2"},
        },
        progress={A: "desertor"},
    )
    full.play(A, f"jugarProgreso desertor {N}")
    assert told(full)[1:] == [AdventurerLost(B, N, 2)]


def test_among_equals_the_deserter_picks_and_level_3_needs_no_crown_and_the_corner_left_is_free():
    match = ventured(
        roads={A: way(N, NE)},
        camps={A: [N]},
        adventurers={B: {NE: "3", SW: "3"}},
        progress={A: "desertor"},
    )
    assert set(lines(match, A, "jugarProgreso")) == {
        f"desertor {v} {NE}" if v == NE else f"desertor {v}" for v in (NE, SW)
    }
    match.play(A, f"jugarProgreso desertor {NE} {NE}")
    one = match.state.board.adventurers[NE]
    assert (one.seat, one.level, one.active) == (A, 3, False)


def test_a_deserter_needs_a_rivals_adventurer_of_its_lowest_level():
    match = ventured(
        roads={A: way(S, SW)}, adventurers={A: {SE: "1"}, B: {N: "2", NE: "1"}}, progress={A: "desertor"}
    )
    for wrong in (f"{N} {S}", f"{SE} {S}", f"{NE}", f"{NE} {NW}", ""):
        assert "lowest level" in refused(match, A, f"jugarProgreso desertor {wrong}".strip()).msgid
    match = ventured(adventurers={A: {SE: "1"}}, progress={A: "desertor"})
    assert lines(match, A, "jugarProgreso") == []


# Diplomat


ROW = way(N, NE, SE, S, SW, NW)


def test_scenario_039_a_diplomat_removes_a_rivals_loose_road_and_the_award_may_fall():
    match = ventured(roads={A: ROW}, route=A, turn=6, progress={B: "diplomatico"})
    assert lines(match, B, "jugarProgreso") == [f"diplomatico {edge}" for edge in sorted((ROW[0], ROW[-1]))]
    match.play(B, f"jugarProgreso diplomatico {ROW[0]}")
    assert told(match)[1:] == [RoadRemoved(B, A, ROW[0]), RouteAwarded(None, 4)]
    assert (match.state.route, match.state.board.lengths[A]) == (NOBODY, 4)
    assert len(match.state.board.roads[A]) == 4
    for closed in ({"camps": {A: [N, NW]}}, {"adventurers": {A: {N: "1", NW: "2 active"}}}):
        match = ventured(roads={A: ROW}, turn=6, progress={B: "diplomatico"}, **closed)
        for edge in ROW:
            assert "open end" in refused(match, B, f"jugarProgreso diplomatico {edge}").msgid


def test_a_diplomat_leaves_own_roads_alone():
    match = ventured(roads={A: way(N, NE), B: way(S, SW)}, progress={A: "diplomatico"})
    assert "open end" in refused(match, A, f"jugarProgreso diplomatico {way(N, NE)[0]}").msgid
    match.play(A, f"jugarProgreso diplomatico {way(S, SW)[0]}")
    assert news(match, None) == news(match, A)


# Spy


def test_a_spy_sees_a_rivals_progress_cards_and_takes_one():
    match = ventured(progress={A: "espia", B: "grua obispo grua"})
    match.play(A, "jugarProgreso espia 1")
    assert told(match)[1:] == [LookedInto(A, B, progress=True)]
    cards = (Progress.BISHOP, Progress.CRANE, Progress.CRANE)
    assert (asked(match), saga_seen(match, A).shown_progress, tale(match).spied) == (
        "TakeProgress",
        cards,
        B,
    )
    assert lines(match, A, "elegir") == ["obispo", "grua"]
    for wrong in ("espia", "-", "obispo,grua", "lana"):
        assert "shown" in refused(match, A, f"elegir {wrong}").msgid
    match.play(A, "elegir grua")
    assert (holds(match, A), holds(match, B), tale(match).spied) == ("grua", "obispo grua", NOBODY)
    match.play(A, "jugarProgreso grua")


def test_a_spy_needs_a_rival_with_progress_cards():
    match = ventured(progress={A: "espia", C: "boda"})
    assert lines(match, A, "jugarProgreso") == ["espia 2"]
    for wrong in (A, B, 9):
        assert "holds progress cards" in refused(match, A, f"jugarProgreso espia {wrong}").msgid


def test_what_a_spy_sees_and_takes_only_the_two_know():
    match = ventured(progress={A: "espia", B: "grua boda"})
    match.play(A, "jugarProgreso espia 1")
    for reader in (B, C, None):
        assert saga_seen(match, reader).shown_progress == ()
    match.play(A, "elegir grua")
    for reader in (A, B):
        assert news(match, reader) == [ProgressStolen(A, B, Progress.CRANE)]
    for reader in (C, None):
        assert news(match, reader) == [ProgressStolen(A, B, None)]


def test_chance_takes_a_card_for_a_spy_whose_time_is_up_or_who_leaves():
    for leaves in (False, True):
        match = ventured(progress={A: "espia", B: "grua boda"})
        match.play(A, "jugarProgreso espia 1")
        if leaves:
            match.play(None, "ausente 0", by="system")
        else:
            match.play(A, match.default(A), by="clock")
        assert len(tale(match).progress[A]) == len(tale(match).progress[B]) == 1


# Intrigue


def test_scenario_076_intrigue_removes_a_rivals_adventurer_at_an_own_road():
    match = ventured(
        roads={A: ROW[:2], B: way(S, SW)},
        adventurers={A: {NE: "1"}, B: {SE: "3 active", NW: "1"}},
        progress={A: "intriga"},
    )
    assert lines(match, A, "jugarProgreso") == [f"intriga {SE}"]
    for wrong in (NW, NE, N):
        assert "stands at a road of yours" in refused(match, A, f"jugarProgreso intriga {wrong}").msgid
    match.play(A, f"jugarProgreso intriga {SE}")
    assert told(match)[1:] == [AdventurerLost(B, SE, 3)]
    assert saga_seen(match, C).adventurer_counts == (1, 1, 0, 0)


# Saboteur


def test_scenario_077_a_saboteur_halves_the_hands_of_rivals_with_as_many_points_or_more():
    match = ventured(
        camps={A: [N], B: [SE], D: [at(0, 2, "s"), at(0, -2, "n")]},
        hands={B: "lana*8 moneda", C: "lana*6", D: "lana"},
        progress={A: "saboteador"},
    )
    match.play(A, "jugarProgreso saboteador")
    assert (asked(match), match.waiting) == ("Sabotaged", (B,))
    assert "exactly" in refused(match, B, "descartar lana*5").msgid
    refused(match, A, "terminarTurno")
    match.play(B, "descartar lana*3,moneda")
    assert (held(match, B), held(match, C), held(match, D)) == tuple(
        map(all_of, ("lana*5", "lana*6", "lana"))
    )
    assert asked(match) == "TakeTurn"


def test_a_saboteur_needs_a_rival_with_two_cards_and_as_many_points():
    match = ventured(
        camps={A: [N], D: [SE]}, hands={A: "lana*4", B: "lana*9", D: "lana"}, progress={A: "saboteador"}
    )
    assert "keep the Saboteur" in refused(match, A, "jugarProgreso saboteador").msgid


def test_what_a_saboteur_destroys_only_its_owner_knows():
    match = ventured(hands={B: "lana*2", C: "moneda*2"}, progress={A: "saboteador"})
    match.play(A, "jugarProgreso saboteador")
    match.play(C, "descartar moneda")
    assert told(match) == []
    match.play(B, match.default(B), by="clock")
    coin = Discarded(C, 1, all_of("moneda"))
    assert coin in news(match, C)
    for reader in (A, B, D, None):
        assert coin not in news(match, reader)
        assert Discarded(C, 1, None) in news(match, reader)


# Warlord


def test_a_warlord_activates_all_ones_resting_adventurers():
    match = ventured(
        adventurers={A: {N: "1", SE: "2", S: "3 active"}, B: {SW: "1"}}, progress={A: "senorDeLaGuerra"}
    )
    match.play(A, "jugarProgreso senorDeLaGuerra")
    assert told(match)[1:] == [Activated(A, vertex, paid=False) for vertex in sorted((N, SE))]
    assert saga_seen(match, B).contributions == (6, 0, 0, 0)


def test_a_warlord_needs_a_resting_adventurer():
    match = ventured(adventurers={A: {N: "1 active"}, B: {SE: "1"}}, progress={A: "senorDeLaGuerra"})
    assert "keep the Warlord" in refused(match, A, "jugarProgreso senorDeLaGuerra").msgid


# Wedding


def test_scenario_078_at_a_wedding_richer_rivals_give_two_cards_of_their_choice_or_their_only_one():
    match = ventured(
        camps={A: [N], C: [SE]},
        cities={B: [at(0, 2, "s")], D: [at(0, -2, "n")]},
        hands={B: "lana", C: "lana*5", D: "moneda*2 trigo"},
        progress={A: "boda"},
    )
    match.play(A, "jugarProgreso boda")
    assert (asked(match), match.waiting) == ("BringGifts", (B, D))
    assert "exactly" in refused(match, D, "dar moneda").msgid
    assert "wedding" in refused(match, D, "descartar moneda*2").msgid
    match.play(D, "dar moneda,trigo")
    match.play(B, "azar")
    assert told(match) == [Gave(B, A, 1, all_of("lana")), Gave(D, A, 2, all_of("moneda trigo"))]
    assert held(match, A) == all_of("lana moneda trigo")
    assert scores(match) == [1, 2, 1, 2]


def test_a_wedding_needs_a_rival_with_more_points_and_a_card():
    match = ventured(
        camps={A: [N], C: [SE]}, cities={B: [at(0, 2, "s")]}, hands={C: "lana"}, progress={A: "boda"}
    )
    assert "keep the Wedding" in refused(match, A, "jugarProgreso boda").msgid


def test_what_is_given_at_a_wedding_only_the_two_know():
    match = ventured(camps={B: [N]}, hands={B: "lana moneda trigo"}, progress={A: "boda"})
    match.play(A, "jugarProgreso boda")
    match.play(B, "dar lana,moneda")
    assert news(match, A) == news(match, B) == [Gave(B, A, 2, all_of("lana moneda"))]
    assert news(match, C) == news(match, None) == [Gave(B, A, 2, None)]

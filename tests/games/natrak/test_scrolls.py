"""rules/natrak.md, 11: scrolls."""

from games.natrak.components import Material, Scroll
from games.natrak.events import FreeRoads, GaveAll, Launched, ScrollBought, TookPlenty
from tests.games.natrak.board import (
    A,
    B,
    C,
    D,
    M,
    asked,
    drawn,
    hand,
    has,
    lines,
    of,
    refused,
    roll,
    seen,
    told,
    way,
)
from tests.games.natrak.test_route import WALK

COST = "lana trigo piedra"


def to_the_next_turn_of_a(match: M) -> None:
    """Everybody rolls an eight and ends the turn until A has rolled again."""
    while True:
        (seat,) = match.waiting
        if asked(match) == "RollDice":
            roll(match, 8)
            if seat == A:
                return
        else:
            match.play(seat, match.default(seat))


def test_a_scroll_is_the_top_of_the_deck_and_only_its_buyer_knows_it():
    match = drawn(hands={A: COST}, deck="abundancia mercenario")
    match.play(A, "comprarPergamino")
    assert (has(match, A, Scroll.PLENTY), match.state.deck) == (1, [Scroll.MERCENARY])
    assert hand(match, A) == of("")
    assert told(match) == [ScrollBought(A, Scroll.PLENTY)]
    assert told(match)[0].seen_by(B) == ScrollBought(A, None)
    assert seen(match, B).scroll_counts == (1, 0, 0, 0)


def test_scenario_065_a_scroll_bought_today_cannot_go_but_an_older_one_of_its_kind_can():
    match = drawn(hands={A: COST}, deck="mercenario gloria", scrolls={A: "mercenario"})
    match.play(A, "comprarPergamino")
    assert lines(match, A, "lanzar") == ["mercenario"]
    match.play(A, "lanzar mercenario")
    assert has(match, A, Scroll.MERCENARY) == 1
    match = drawn(hands={A: COST}, deck="mercenario gloria")
    match.play(A, "comprarPergamino")
    assert lines(match, A, "lanzar") == []
    assert "bought this turn" in refused(match, A, "lanzar mercenario").msgid
    to_the_next_turn_of_a(match)
    assert lines(match, A, "lanzar") == ["mercenario"]
    match.play(A, "lanzar mercenario")


def test_scenario_066_a_scroll_bought_in_ones_special_window_can_go_on_the_next_turn():
    match = drawn(seats=5, turn=9, hands={A: COST}, deck="mercenario gloria")
    assert match.waiting == (D,)
    match.play(D, "terminarTurno")
    assert (asked(match), match.waiting) == ("BuildOutOfTurn", (A,))
    match.play(A, "comprarPergamino")
    assert sum(match.state.fresh) == 0
    match.play(A, "cerrarVentana")
    while match.waiting != (A,) or asked(match) != "RollDice":
        (seat,) = match.waiting
        if asked(match) == "RollDice":
            roll(match, 8)
        else:
            match.play(seat, match.default(seat))
    assert lines(match, A, "lanzar") == ["mercenario"]


def test_scenario_067_one_scroll_a_turn():
    match = drawn(scrolls={A: "abundancia abundancia monopolio"})
    match.play(A, "lanzar abundancia lana*2")
    for line in ("lanzar abundancia lana*2", "lanzar monopolio lana"):
        assert "One scroll a turn" in refused(match, A, line).msgid
    assert lines(match, A, "lanzar") == []
    to_the_next_turn_of_a(match)
    match.play(A, "lanzar monopolio lana")


def test_scenario_068_with_an_empty_deck_nothing_is_bought_and_nothing_paid():
    match = drawn(hands={A: COST}, deck="")
    assert "No scroll is left" in refused(match, A, "comprarPergamino").msgid
    assert hand(match, A) == of(COST)
    assert lines(match, A, "comprarPergamino") == []


def test_plenty_gives_two_cards_of_choice():
    match = drawn(scrolls={A: "abundancia"})
    for words in ("", " lana", " lana*3", " oro*2", " lana,piedra,trigo"):
        refused(match, A, f"lanzar abundancia{words}")
    assert len(lines(match, A, "lanzar")) == 15
    match.play(A, "lanzar abundancia lana,piedra")
    assert hand(match, A) == of("lana piedra")
    assert told(match) == [Launched(A, Scroll.PLENTY), TookPlenty(A, of("lana piedra"))]


def test_monopoly_takes_all_of_one_material_from_every_rival_and_is_spent_for_nothing_too():
    match = drawn(scrolls={A: "monopolio"}, hands={A: "lana", B: "lana*3 piedra", C: "piedra", D: "lana"})
    for words in ("", " lana*2", " oro", " lana,piedra"):
        refused(match, A, f"lanzar monopolio{words}")
    match.play(A, "lanzar monopolio lana")
    assert [hand(match, seat) for seat in (A, B, C, D)] == [of("lana*5"), of("piedra"), of("piedra"), of("")]
    assert told(match)[1:] == [GaveAll(seat, A, Material.WOOL, n) for seat, n in ((B, 3), (C, 0), (D, 1))]
    match = drawn(scrolls={A: "monopolio"})
    match.play(A, "lanzar monopolio madera")
    assert sum(match.state.scrolls[A]) == 0


def test_a_scroll_one_does_not_hold_or_that_needs_no_cards_is_refused():
    match = drawn(scrolls={A: "caminos mercenario"}, roads={A: way(*WALK[:2])})
    for line in ("lanzar abundancia lana*2", "lanzar caminos lana", "lanzar mercenario lana", "lanzar oro"):
        refused(match, A, line)
    match.play(A, "lanzar caminos")
    assert told(match) == [Launched(A, Scroll.ROADS), FreeRoads(A, 2)]


def test_buying_and_launching_are_not_taken_back():
    match = drawn(hands={A: COST}, scrolls={A: "abundancia"})
    match.play(A, "comprarPergamino")
    assert match.undoable(A) == []
    match.play(A, "lanzar abundancia lana*2")
    assert match.undoable(A) == []

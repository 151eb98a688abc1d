"""rules/natrak.md, 10: the guild, ports, and offers."""

import pytest

from games.core.model import NotPossibleNow, StalePrompt
from games.natrak.components import OWN_PORT_RATE, Material
from games.natrak.events import (
    Countered,
    CounterRejected,
    Declined,
    Exchanged,
    HandRaised,
    Offered,
    OfferEnded,
    Traded,
)
from games.natrak.island import island_for
from tests.games.natrak.board import (
    A,
    B,
    C,
    M,
    asked,
    drawn,
    hand,
    lines,
    live,
    number_of,
    of,
    refused,
    roll,
    told,
    way,
)
from tests.games.natrak.test_route import WALK

ISLAND = island_for(4)


def port(n: int) -> int:
    """A corner of a port."""
    return ISLAND.ends[ISLAND.ports[n]][0]


def open_offer(give: str = "lana", want: str = "piedra", *, hands: dict[int, str] | None = None) -> M:
    """A turn of A, who has offered everybody some cards; B holds stone, C stone and clay."""
    match = drawn(hands=hands or {A: "lana*2 madera", B: "piedra", C: "piedra arcilla"})
    match.play(A, f"ofrecer - {give} {want}")
    return match


# The guild


def test_four_alike_make_one_of_another_as_often_as_one_can():
    match = drawn(hands={A: "lana*9 trigo*3"})
    match.play(A, "cambiarGremio lana piedra")
    match.play(A, "cambiarGremio lana piedra")
    assert told(match) == [Exchanged(A, Material.WOOL, 4, Material.STONE)]
    assert hand(match, A) == of("lana trigo*3 piedra*2")
    assert refused(match, A, "cambiarGremio trigo piedra").params == {"n": 4}
    for line in ("cambiarGremio trigo trigo", "cambiarGremio oro lana", "cambiarGremio lana oro"):
        refused(match, A, line)


def test_scenario_053_a_port_of_ones_own_beats_a_generic_one_which_beats_none():
    match = drawn(
        camps={A: [port(0)]}, cities={A: [port(4)]}, ports={0: "madera"}, hands={A: "madera*2 lana*3 trigo*2"}
    )
    assert match.state.board.rates(A) == [2, 3, 3, 3, 3]
    match.play(A, "cambiarGremio madera piedra")
    match.play(A, "cambiarGremio lana piedra")
    refused(match, A, "cambiarGremio trigo piedra")
    assert hand(match, A) == of("trigo*2 piedra*2")
    assert match.state.board.rates(B) == [4, 4, 4, 4, 4]


def test_scenario_054_a_port_counts_from_the_moment_a_camp_stands_there():
    vertex = port(2)
    (near, *_) = ISLAND.near[vertex]
    match = drawn(ports={2: "lana"}, roads={A: way(vertex, near)}, hands={A: "madera arcilla trigo lana*3"})
    refused(match, A, "cambiarGremio lana piedra")
    match.play(A, f"construirCampamento {vertex}")
    assert match.state.board.rates(A)[Material.WOOL.at] == OWN_PORT_RATE
    match.play(A, "cambiarGremio lana piedra")
    assert hand(match, A) == of("piedra")


# Publishing


def test_scenario_058_an_offer_has_cards_that_exist_on_both_sides_and_the_owner_holds_his():
    match = drawn(hands={A: "lana*2"})
    for give, want in (
        ("lana", "oro"),
        ("oro", "lana"),
        ("-", "piedra"),
        ("lana", "-"),
        ("lana*-1", "piedra"),
        ("lana*1.5", "piedra"),
        ("lana", "piedra*0"),
        ("perlas", "piedra"),
        ("lana", "hierbas"),
        ("lana", "lana"),
        ("lana,madera", "madera"),
        ("lana,lana", "piedra"),
        ("lana*3", "piedra"),
        ("madera", "piedra"),
    ):
        refused(match, A, f"ofrecer - {give} {want}")
    for to in ("0", "4", "-1", "1,2"):
        refused(match, A, f"ofrecer {to} lana piedra")
    match.play(A, "ofrecer - lana*2 piedra*3,madera")
    assert told(match) == [Offered(A, None, of("lana*2"), of("piedra*3 madera"))]


def test_a_second_offer_waits_until_the_first_is_withdrawn():
    match = open_offer()
    first = number_of(match)
    assert "One offer at a time" in refused(match, A, "ofrecer - madera trigo").msgid
    match.play(A, f"retirar {first}")
    assert told(match) == [OfferEnded(A)]
    match.play(A, "ofrecer - madera trigo")
    assert number_of(match) != first
    assert isinstance(_refusal(match, B, f"levantarMano {first}"), StalePrompt)


def _refusal(match: M, seat: int, line: str) -> Exception:
    with pytest.raises(Exception, match=r".") as refusal:
        match.play(seat, line)
    return refusal.value


def test_only_in_the_main_phase_one_trades():
    match = drawn(hands={A: "lana*4", B: "piedra"}, phase="roll")
    refused(match, A, "ofrecer - lana piedra")
    refused(match, A, "cambiarGremio lana piedra")
    roll(match, 7)
    assert asked(match) == "MoveDragon"
    refused(match, A, "ofrecer - lana piedra")


# Answering


def test_hands_are_raised_and_lowered_freely_and_the_owner_closes_with_one():
    match = open_offer()
    offer = number_of(match)
    match.play(B, f"levantarMano {offer}")
    assert told(match) == [HandRaised(B)]
    match.play(B, f"noMeInteresa {offer}")
    assert told(match) == [Declined(B)]
    assert (live(match).raised, live(match).declined) == ([], [B])
    match.play(B, f"levantarMano {offer}")
    match.play(C, f"levantarMano {offer}")
    assert lines(match, A, "cerrarCon") == [f"{offer} {B}", f"{offer} {C}"]
    match.play(A, f"cerrarCon {offer} {C}")
    assert told(match) == [Traded(A, C, of("lana"), of("piedra"))]
    assert (hand(match, A), hand(match, B), hand(match, C)) == (
        of("lana madera piedra"),
        of("piedra"),
        of("lana arcilla"),
    )
    assert (match.state.trade, match.offers) == (None, {})


def test_who_lacks_what_is_asked_cannot_raise_a_hand_and_is_asked_all_the_same():
    match = open_offer(want="trigo")
    offer = number_of(match)
    for seat in (B, C, 3):
        assert any(prompt.number == offer for prompt in match.prompts_for(seat))
        assert lines(match, seat, "levantarMano") == []
        assert "don't hold" in refused(match, seat, f"levantarMano {offer}").msgid
        assert lines(match, seat, "noMeInteresa") == [str(offer)]


def test_nobody_accepts_his_own_offer_or_closes_without_a_raised_hand():
    match = open_offer(hands={A: "lana*2 piedra*2", B: "piedra"})
    offer = number_of(match)
    for line in (
        "levantarMano {}",
        "noMeInteresa {}",
        "aceptar {}",
        "cerrarCon {} 1",
        "cerrarCon {} 0",
        "contraofertar {} lana piedra",
    ):
        refused(match, A, line.format(offer))
    refused(match, B, f"retirar {offer}")
    refused(match, B, f"cerrarCon {offer} 1")
    refused(match, B, f"aceptar {offer}")


def test_scenario_059_when_the_offered_card_is_spent_closing_is_refused_and_nothing_moves():
    match = drawn(hands={A: "madera arcilla", B: "piedra", C: "piedra"}, roads={A: way(*WALK[:3])})
    match.play(A, "ofrecer - madera piedra")
    offer = number_of(match)
    match.play(B, f"levantarMano {offer}")
    match.play(A, f"construirCamino {way(*WALK[2:4])[0]}")
    assert lines(match, A, "cerrarCon") == []
    refused(match, A, f"cerrarCon {offer} {B}")
    assert isinstance(_refusal(match, C, f"levantarMano {offer}"), NotPossibleNow)
    assert "not possible now" in refused(match, C, f"levantarMano {offer}").msgid


def test_a_rival_who_no_longer_can_is_told_of_as_not_possible_and_no_more():
    match = drawn(hands={A: "lana", B: "piedra"}, scrolls={A: "monopolio"})
    match.play(A, "ofrecer - lana piedra")
    offer = number_of(match)
    match.play(B, f"levantarMano {offer}")
    match.play(A, "lanzar monopolio piedra")
    assert lines(match, A, "cerrarCon") == [f"{offer} {B}"]
    assert refused(match, A, f"cerrarCon {offer} {B}").msgid.startswith("That trade is not possible now")


def test_scenario_060_an_offer_to_one_is_accepted_by_that_one_alone_and_closes_at_once():
    match = drawn(hands={A: "lana", B: "piedra", C: "piedra"})
    match.play(A, f"ofrecer {B} lana piedra")
    offer = number_of(match)
    for line in ("aceptar", "levantarMano", "noMeInteresa"):
        refused(match, C, f"{line} {offer}")
    refused(match, B, f"contraofertar {offer} piedra lana")
    refused(match, A, f"aceptar {offer}")
    match.play(B, f"aceptar {offer}")
    assert told(match) == [Traded(A, B, of("lana"), of("piedra"))]
    assert (hand(match, A), hand(match, B), match.offers) == (of("piedra"), of("lana"), {})


def test_who_an_offer_is_for_may_close_it_without_a_trade():
    match = drawn(hands={A: "lana", B: "piedra"})
    match.play(A, f"ofrecer {B} lana piedra")
    match.play(B, f"noMeInteresa {number_of(match)}")
    assert told(match) == [Declined(B), OfferEnded(A)]
    assert match.state.trade is None


def test_scenario_061_a_counter_offer_is_replaced_rejected_tried_again_and_accepted():
    match = open_offer(hands={A: "lana*2 madera trigo", B: "piedra arcilla"})
    offer = number_of(match)
    match.play(B, f"contraofertar {offer} arcilla lana*2")
    assert told(match) == [Countered(B, of("arcilla"), of("lana*2"))]
    first = live(match).counters[B].number
    match.play(B, f"contraofertar {offer} arcilla madera")
    second = live(match).counters[B].number
    assert isinstance(_refusal(match, A, f"aceptarContra {first}"), StalePrompt)
    match.play(A, f"rechazarContra {second}")
    assert told(match) == [CounterRejected(A, B)]
    assert live(match).counters == {}
    match.play(B, f"contraofertar {offer} arcilla trigo")
    third = live(match).counters[B].number
    assert len({offer, first, second, third}) == 4
    refused(match, C, f"aceptarContra {third}")
    match.play(A, f"aceptarContra {third}")
    assert told(match) == [Traded(A, B, of("trigo"), of("arcilla"))]
    assert (hand(match, A), hand(match, B)) == (of("lana*2 madera arcilla"), of("piedra trigo"))
    assert (match.state.trade, match.offers) == (None, {})


def test_a_counter_offer_obeys_every_check_of_an_offer_but_not_what_the_other_holds():
    match = open_offer()
    offer = number_of(match)
    for terms in ("trigo lana", "piedra piedra", "- lana", "piedra -", "oro lana", "piedra*2 lana"):
        refused(match, B, f"contraofertar {offer} {terms}")
    match.play(B, f"contraofertar {offer} piedra trigo*9")
    counter = live(match).counters[B].number
    assert lines(match, A, "aceptarContra") == []
    refused(match, A, f"aceptarContra {counter}")
    match.play(B, f"noMeInteresa {offer}")
    assert live(match).counters == {}


def test_scenario_062_who_is_not_active_offers_to_nobody():
    match = drawn(hands={B: "lana", C: "piedra"})
    assert refused(match, B, f"ofrecer {C} lana piedra").msgid == "It is not your decision now."
    refused(match, B, "cambiarGremio lana piedra")


def test_scenario_063_an_offer_dies_with_the_turn_also_by_the_clock():
    match = open_offer()
    offer = number_of(match)
    match.play(B, f"levantarMano {offer}")
    match.play(B, f"contraofertar {offer} piedra madera")
    counter = live(match).counters[B].number
    match.play(A, match.default(A), by="clock")
    assert OfferEnded(A) in told(match)
    assert (match.state.trade, match.offers) == (None, {})
    for seat, line in (
        (C, f"levantarMano {offer}"),
        (A, f"cerrarCon {offer} {B}"),
        (A, f"aceptarContra {counter}"),
    ):
        assert isinstance(_refusal(match, seat, line), StalePrompt)


def test_offers_rest_under_the_dragon_and_live_on_afterwards():
    match = drawn(hands={A: "lana", B: "piedra"}, scrolls={A: "mercenario"})
    match.play(A, "ofrecer - lana piedra")
    offer = number_of(match)
    match.play(A, "lanzar mercenario")
    assert lines(match, B, "levantarMano") == []
    assert "has to wait" in refused(match, B, f"levantarMano {offer}").msgid
    refused(match, A, f"retirar {offer}")
    match.play(A, match.legal(A)[0])
    match.play(B, f"levantarMano {offer}")


def test_building_meanwhile_makes_no_answer_stale():
    match = drawn(hands={A: "lana madera arcilla", B: "piedra"}, roads={A: way(*WALK[:3])})
    match.play(A, "ofrecer - lana piedra")
    main, offer = match.stack[-1].number, number_of(match)
    match.play(B, f"levantarMano {offer}")
    match.play(A, f"construirCamino {way(*WALK[2:4])[0]}", prompt=main)
    match.play(A, f"cerrarCon {offer} {B}", prompt=offer)
    assert hand(match, A) == of("piedra")


def test_publishing_and_withdrawing_are_taken_back_until_somebody_answers():
    match = open_offer()
    assert match.undoable(A) == [1]
    match.play(A, "takeback 1")
    assert (match.state.trade, match.offers) == (None, {})
    match.play(A, "ofrecer - lana piedra")
    match.play(A, f"retirar {number_of(match)}")
    assert match.undoable(A) == [4, 3]
    match.play(A, "takeback 4")
    match.play(B, f"levantarMano {number_of(match)}")
    assert match.undoable(A) == []


def test_a_withdrawal_after_an_answer_is_not_taken_back_so_nobody_is_bound_by_an_offer_that_was_gone():
    for answer in ("levantarMano {}", "noMeInteresa {}", "contraofertar {} piedra madera"):
        match = open_offer()
        match.play(B, answer.format(number_of(match)))
        match.play(A, f"retirar {number_of(match)}")
        assert match.undoable(A) == []
        refused(match, A, "takeback 3")

"""rules/natrak.md, 18: what stays hidden, and that nothing asked or listed tells of it."""

from __future__ import annotations

from copy import deepcopy
from itertools import product

import pytest

from games.core.checks import playout
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.components import DISCIPLINE_OF, DISCIPLINES, POINT_CARDS, Progress, Scroll
from games.natrak.state import points, saga_of
from tests.games.natrak.board import A, B, C, D, M, drawn, number_of, roll, seen
from tests.games.natrak.eager import eager
from tests.games.natrak.ventures import cards_of, ventured
from tests.games.test_contract import assert_twins_look_alike
from tests.games.twins import redealt


def outside(match: M, reader: int | None) -> object:
    """All that the position and the log say to a reader."""
    return (
        match.view(reader),
        match.waiting,
        [] if reader is None else match.legal(reader),
        [] if reader is None else [(type(p).__name__, p.number) for p in match.prompts_for(reader)],
        [event.seen_by(reader) for event in match.events],
    )


def both(*, hands: tuple[str, str], line: str) -> tuple[M, M]:
    """Two matches in which A says the same and B holds one thing or another, as many cards of each."""
    able, unable = (drawn(hands={A: "lana", B: held, C: "arcilla"}) for held in hands)
    for match in (able, unable):
        match.play(A, line)
    return able, unable


def test_who_could_pay_an_offer_is_not_to_be_seen():
    for line in ("ofrecer - lana piedra", "ofrecer 1 lana piedra"):
        able, unable = both(hands=("piedra", "madera"), line=line)
        for reader in (A, C, D, None):
            assert outside(able, reader) == outside(unable, reader)
        assert outside(able, B) != outside(unable, B)


def test_who_declines_looks_alike_whether_able_or_not():
    able, unable = both(hands=("piedra", "madera"), line="ofrecer - lana piedra")
    for match in (able, unable):
        match.play(B, f"noMeInteresa {number_of(match)}")
    for reader in (A, C, None):
        assert outside(able, reader) == outside(unable, reader)


def test_sealed_discards_are_not_to_be_seen_before_or_after():
    one, two = (drawn(hands={B: "lana*4 piedra*4", C: "lana*8"}, phase="roll") for _ in range(2))
    for match, line in ((one, "descartar lana*4"), (two, "descartar piedra*4")):
        roll(match, 7)
        match.play(B, line)
    for reader in (A, C, D, None):
        assert outside(one, reader) == outside(two, reader)
    for match in (one, two):
        match.play(C, "descartar lana*4")
    for reader in (A, C, D, None):
        assert outside(one, reader) == outside(two, reader)


def test_a_reader_sees_its_own_cards_and_the_numbers_of_the_others():
    match = drawn(hands={A: "lana*2", B: "piedra*3"}, scrolls={A: "mercenario", B: "caminos gloria"})
    view = seen(match, A)
    assert (view.hand, view.hand_sizes) == ((0, 0, 0, 2, 0), (2, 3, 0, 0))
    assert (view.scrolls, view.scroll_counts) == ((1, 0, 0, 0, 0), (1, 2, 0, 0))
    assert view.points == (0, 1, 0, 0)
    spectator = seen(match, None)
    assert (spectator.hand, spectator.scrolls, spectator.fresh) == ((), (), ())


def test_a_redealt_twin_keeps_what_everybody_knows_and_shuffles_the_rest():
    match = playout(GAME, "redeal", 4, {"goal": "9"}, most=900).match
    assert match.outcome is None
    changed = 0
    for reader in (None, *match.order):
        twin = redealt(match, reader, Rng("twin", 0))
        before = deepcopy(match.state)
        for seat in match.order:
            assert sum(twin.hands[seat]) == sum(before.hands[seat])
            assert sum(twin.scrolls[seat]) == sum(before.scrolls[seat])
            assert twin.scrolls[seat][Scroll.GLORY.at] == before.scrolls[seat][Scroll.GLORY.at]
            assert points(twin, seat) == points(before, seat)
            if seat == reader:
                assert (twin.hands[seat], twin.scrolls[seat]) == (before.hands[seat], before.scrolls[seat])
            changed += twin.hands[seat] != before.hands[seat]
        assert sorted(s.at for s in twin.deck) != [s.at for s in twin.deck]
        assert GAME.view(twin, reader) == GAME.view(before, reader)
    assert changed > 4


def looking(card: str, **more: object) -> M:
    """A looks at what B holds."""
    match = ventured(progress={A: card, B: "grua boda intriga"}, **more)  # type: ignore[arg-type]
    match.play(A, f"jugarProgreso {card} 1")
    return match


def test_a_twin_keeps_what_the_looker_sees_and_shuffles_it_for_everybody_else():
    rich = {"camps": {B: [30]}, "hands": {B: "lana moneda*2 trigo", D: "piedra*4 arcilla*4"}}
    spying, auditing = looking("espia"), looking("mercaderMaestro", **rich)
    spying.state.saga.decks[2] += cards_of("grua herrero medicina mineria " * 3)  # type: ignore[union-attr]
    spying.state.saga.decks[1] += cards_of("boda obispo espia saboteador " * 3)  # type: ignore[union-attr]
    for match in (spying, auditing):
        changed = 0
        for n in range(8):
            mine, theirs = (redealt(match, reader, Rng("look", n)) for reader in (A, C))
            assert GAME.view(mine, A) == match.view(A)
            assert list(match.stack[-1].options(mine, A)) == match.legal(A)
            assert GAME.view(theirs, C) == match.view(C)
            changed += (theirs.hands[B], theirs.saga.progress[B]) != (  # type: ignore[union-attr]
                match.state.hands[B],
                match.state.saga.progress[B],  # type: ignore[union-attr]
            )
        assert changed > 4


def test_a_redealt_twin_keeps_progress_cards_with_their_disciplines_and_points_with_their_owners():
    changed = 0
    for generation in (None, 4):
        match = eager("progress twins", 5, goal="30", generation=generation, most=1000)
        before = saga_of(deepcopy(match.state))
        for reader, n in product((None, *match.order), range(2)):
            twin = redealt(match, reader, Rng("twin", n))
            after = saga_of(twin)
            assert list(map(len, after.decks)) == list(map(len, before.decks))
            for discipline in DISCIPLINES:
                assert all(DISCIPLINE_OF[card] is discipline for card in after.decks[discipline.at])
            for seat in match.order:
                old, new = before.progress[seat], after.progress[seat]
                assert sorted(DISCIPLINE_OF[c].at for c in old) == sorted(DISCIPLINE_OF[c].at for c in new)
                assert old.count(Progress.SCHOLAR) == new.count(Progress.SCHOLAR)
                assert not set(new) & set(POINT_CARDS)
                assert points(twin, seat) == points(match.state, seat)
                assert seat != reader or old == new
                changed += old != new
            assert GAME.view(twin, reader) == match.view(reader)
    assert changed > 4


def test_sealed_gifts_and_pillaged_cities_are_not_to_be_seen_before_all_are_in():
    def seals(line: str) -> M:
        match = ventured(
            progress={A: "boda"}, camps={B: [30], C: [20]}, hands={B: "lana*2 moneda*2", C: "lana*3"}
        )
        match.play(A, "jugarProgreso boda")
        match.play(B, line)
        return match

    one, two = seals("dar lana*2"), seals("dar moneda*2")
    for reader in (A, C, D, None):
        assert outside(one, reader) == outside(two, reader)


@pytest.mark.parametrize(("seats", "generation"), [(5, None), (3, 4)])
def test_no_reader_can_tell_a_position_with_adventurers_from_its_twin(seats: int, generation: int | None):
    rng = Rng("twins", seats)
    changed: list[bool] = []

    def look(match: M) -> None:
        if match.ply % 60 == 59 and match.outcome is None:
            changed.extend(assert_twins_look_alike(match, reader, rng) for reader in (None, *match.order))

    eager("twins", seats, goal="30", generation=generation, most=900, watch=look)
    assert sum(changed) > 0.95 * len(changed) > 50

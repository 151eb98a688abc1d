"""rules/natrak.md, 18: what stays hidden, and that nothing asked or listed tells of it."""

from __future__ import annotations

from copy import deepcopy

from games.core.checks import playout, redealt
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.components import Scroll
from games.natrak.state import points
from tests.games.natrak.board import A, B, C, D, M, drawn, number_of, roll, seen


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

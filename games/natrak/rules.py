"""The rulebook: the set-up, and what each reader may not know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

from games.core.model import Seat
from games.core.rng import Rng
from games.natrak.board import NOBODY, Board
from games.natrak.components import (
    DECKS,
    DISCIPLINE_OF,
    DISCIPLINES,
    HELD,
    LEGACY_BEFORE,
    LEGACY_DECKS,
    POINT_CARDS,
    SCROLLS,
    WINDOW_SEATS,
    Discipline,
    Progress,
    Scroll,
    Version,
)
from games.natrak.dealing import deal, deal_archipelago
from games.natrak.saga import Saga, begin_saga
from games.natrak.scoring import M
from games.natrak.state import State, no_counts
from games.natrak.turn import WindowOrder


def setup(match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Shuffle terrains, tokens, ports, scrolls and progress cards; hands are empty, and the foundation begins."""
    seats, rng, version = len(order), match.rng, Version(options["version"])
    board = deal(seats, rng) if version is not Version.COMPLETO else deal_archipelago(seats, rng)
    deck = list(board.island.plan.deck)
    rng.shuffle(deck)
    if seats >= WINDOW_SEATS:
        for seat in order:
            match.offer(WindowOrder(seat))
    saga = None
    if version is not Version.BASICO:
        board.fortresses = [NOBODY] * len(DISCIPLINES)
        saga = begin_saga(seats, LEGACY_DECKS if match.generation < LEGACY_BEFORE else DECKS, rng)
    return State(
        order=order,
        version=version,
        goal=int(options["goal"]),
        board=board,
        hands=no_counts(HELD[version], seats),
        scrolls=no_counts(SCROLLS, seats),
        deck=deck,
        mercenaries=[0] * seats,
        skips=[False] * seats,
        saga=saga,
    )


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Shuffle the cards of all hands but this seat's, their scrolls together with the deck, and their progress cards.

    Glories stay with their owners: the public score tells of them. Standing orders and the tokens in the fog are
    shuffled too. What the active seat is looking at it knows.
    """
    twin = deepcopy(state)
    _redeal_fog(twin.board, rng)
    hidden = [other for other in state.order if other != seat]
    known = (NOBODY, NOBODY)
    if twin.saga is not None and seat == state.active:
        known = twin.saga.audited, twin.saga.spied
    _redeal_hands([twin.hands[other] for other in hidden if other != known[0]], rng)
    _redeal_scrolls(twin, hidden, rng)
    if twin.saga is not None:
        for discipline in DISCIPLINES:
            _redeal_progress(twin.saga, [other for other in hidden if other != known[1]], discipline, rng)
    if state.seats >= WINDOW_SEATS:
        for other in hidden:
            twin.skips[other] = bool(rng.below(2))
    return twin


def _redeal_fog(board: Board, rng: Rng) -> None:
    fogged = [cell for cell in range(len(board.token)) if board.fogged(cell)]
    tokens = [board.token[cell] for cell in fogged]
    rng.shuffle(tokens)
    for cell, token in zip(fogged, tokens, strict=True):
        board.token[cell] = token


def _cards_of(counts: Sequence[int]) -> list[int]:
    """Every card by its kind."""
    return [at for at, n in enumerate(counts) for _ in range(n)]


def _redeal_hands(hands: Sequence[list[int]], rng: Rng) -> None:
    pool = [at for hand in hands for at in _cards_of(hand)]
    rng.shuffle(pool)
    for hand in hands:
        drawn = [pool.pop() for _ in range(sum(hand))]
        hand[:] = [drawn.count(at) for at in range(len(hand))]


def _redeal_scrolls(twin: State, hidden: Sequence[Seat], rng: Rng) -> None:
    glories: list[Scroll] = [Scroll.GLORY] * twin.deck.count(Scroll.GLORY)
    pool: list[Scroll] = [scroll for scroll in twin.deck if scroll is not Scroll.GLORY]
    for seat in hidden:
        pool += [SCROLLS[at] for at in _cards_of(twin.scrolls[seat]) if at != Scroll.GLORY.at]
    rng.shuffle(pool)
    for seat in hidden:
        held = twin.scrolls[seat]
        old = sum(held) - held[Scroll.GLORY.at]
        drawn = [pool.pop() for _ in range(old)]
        for scroll in SCROLLS:
            if scroll is not Scroll.GLORY:
                held[scroll.at] = drawn.count(scroll)
        if seat == twin.active:
            _redeal_fresh(twin, drawn)
    twin.deck = pool + glories
    rng.shuffle(twin.deck)


def _redeal_fresh(twin: State, drawn: Sequence[Scroll]) -> None:
    """As many of the active seat's scrolls were bought this turn as before, whichever they are."""
    bought = sum(twin.fresh) - twin.fresh[Scroll.GLORY.at]
    for scroll in SCROLLS:
        if scroll is not Scroll.GLORY:
            twin.fresh[scroll.at] = drawn[:bought].count(scroll)


def _redeal_progress(saga: Saga, hidden: Sequence[Seat], discipline: Discipline, rng: Rng) -> None:
    """Shuffle a discipline's cards in hidden hands with those in its deck.

    Cards worth a point are only in the deck until they lie open; Scholars stay with their owners, as Glories do.
    """
    deck = saga.decks[discipline.at]
    fixed = [card for card in deck if card in (*POINT_CARDS, Progress.SCHOLAR)]
    pool = [card for card in deck if card not in fixed]
    mine = {seat: [card for card in saga.progress[seat] if _loose(card, discipline)] for seat in hidden}
    pool += [card for held in mine.values() for card in held]
    rng.shuffle(pool)
    for seat, held in mine.items():
        kept = [card for card in saga.progress[seat] if not _loose(card, discipline)]
        saga.progress[seat] = sorted([*kept, *(pool.pop() for _ in held)], key=lambda card: card.at)
    deck[:] = pool + fixed
    rng.shuffle(deck)


def _loose(card: Progress, discipline: Discipline) -> bool:
    return DISCIPLINE_OF[card] is discipline and card is not Progress.SCHOLAR

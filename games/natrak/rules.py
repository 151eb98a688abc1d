"""The rulebook: dealing the island, giving up, and what each reader may not know."""

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
    KINDS,
    LEGACY_BEFORE,
    LEGACY_DECKS,
    MATERIALS,
    PLACING_TRIES,
    POINT_CARDS,
    RED_TOKENS,
    SCROLLS,
    WINDOW_SEATS,
    Discipline,
    Progress,
    Scroll,
    Terrain,
    Version,
)
from games.natrak.island import Island, island_for
from games.natrak.saga import Saga, begin_saga
from games.natrak.scoring import M
from games.natrak.state import State, no_counts
from games.natrak.turn import WindowOrder


def setup(match: M, order: tuple[Seat, ...], options: Mapping[str, str]) -> State:
    """Shuffle terrains, tokens, ports, scrolls and progress cards; hands are empty, and the foundation begins."""
    seats, rng, version = len(order), match.rng, Version(options["version"])
    board = deal(seats, rng)
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
        hands=no_counts(MATERIALS if saga is None else KINDS, seats),
        scrolls=no_counts(SCROLLS, seats),
        deck=deck,
        mercenaries=[0] * seats,
        skips=[False] * seats,
        saga=saga,
    )


def deal(seats: int, rng: Rng) -> Board:
    """An island without pieces; the dragon on the first moor in reading order (D8)."""
    island = island_for(seats)
    terrain = list(island.plan.terrains)
    rng.shuffle(terrain)
    ports = list(island.plan.port_kinds)
    rng.shuffle(ports)
    return Board(
        seats=seats,
        terrain=terrain,
        token=deal_tokens(island, terrain, rng),
        ports=ports,
        dragon=terrain.index(Terrain.MOOR),
        owner=[NOBODY] * len(island.vertices),
        city=[False] * len(island.vertices),
        road=[NOBODY] * len(island.edges),
    )


def deal_tokens(
    island: Island, terrain: Sequence[Terrain], rng: Rng, tries: int = PLACING_TRIES
) -> list[int]:
    """A token for every hex but the moors, no 6 or 8 beside another (rules/natrak.md, 3.1)."""
    places = [cell for cell, kind in enumerate(terrain) if kind is not Terrain.MOOR]
    for _ in range(tries):
        tokens = list(island.plan.tokens)
        rng.shuffle(tokens)
        dealt = [0] * len(terrain)
        for cell, token in zip(places, tokens, strict=True):
            dealt[cell] = token
        if not reds_touch(island, dealt):
            return dealt
    return _reds_first(island, places, rng)


def reds_touch(island: Island, tokens: Sequence[int]) -> bool:
    """Whether a 6 or 8 lies beside another."""
    reds = [cell for cell, token in enumerate(tokens) if token in RED_TOKENS]
    return any(other in reds for cell in reds for other in island.around[cell])


def _reds_first(island: Island, places: Sequence[int], rng: Rng) -> list[int]:
    """Put the 6s and 8s on hexes that do not touch, as often as it takes, and the other tokens on the rest."""
    reds = [token for token in island.plan.tokens if token in RED_TOKENS]
    others = [token for token in island.plan.tokens if token not in RED_TOKENS]
    rng.shuffle(others)
    apart: list[int] = []
    while len(apart) < len(reds):
        apart = []
        tried = list(places)
        rng.shuffle(tried)
        for cell in tried:
            if len(apart) < len(reds) and not any(near in apart for near in island.around[cell]):
                apart.append(cell)
    rng.shuffle(reds)
    dealt = [0] * len(island.hexes)
    for cell, token in zip(
        [*apart, *(cell for cell in places if cell not in apart)], [*reds, *others], strict=True
    ):
        dealt[cell] = token
    return dealt


def redeal(state: State, seat: Seat | None, rng: Rng) -> State:
    """Shuffle the cards of all hands but this seat's, their scrolls together with the deck, and their progress cards.

    Glories stay with their owners: the public score tells of them. Standing orders are shuffled too. What the active
    seat is looking at it knows.
    """
    twin = deepcopy(state)
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

"""What one seat, or a spectator, may know (rules/natrak.md, 18)."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.model import Seat
from games.natrak.components import Counts, Material, Piece, Terrain, Version
from games.natrak.state import State, points


@dataclass(frozen=True)
class Offer:
    """The live offer with its answers; all of it is public. `counters` are (rival, number, gives, wants)."""

    number: int
    owner: Seat
    to: Seat | None
    give: Counts
    want: Counts
    raised: tuple[Seat, ...]
    declined: tuple[Seat, ...]
    counters: tuple[tuple[Seat, int, Counts, Counts], ...]


@dataclass(frozen=True)
class View:
    """Public facts, and the reader's own hand and scrolls (empty for a spectator).

    By hex: `terrain`, `token`. By vertex: `owner`, `city`. By edge: `road`. `ports` stand on the island's port edges.
    By seat: `hand_sizes`, `scroll_counts`, `points`, `lengths` of the routes, `mercenaries` launched, pieces `left`.
    `free_roads` and `launched` belong to the active seat; `rates` are what the guild takes from the reader.
    """

    seat: Seat | None
    order: tuple[Seat, ...]
    version: Version
    goal: int
    turn: int
    active: Seat
    terrain: tuple[Terrain, ...]
    token: tuple[int, ...]
    ports: tuple[Material | None, ...]
    dragon: int
    owner: tuple[Seat, ...]
    city: tuple[bool, ...]
    road: tuple[Seat, ...]
    hand: Counts
    scrolls: Counts
    fresh: Counts
    rates: Counts
    skips: bool
    hand_sizes: tuple[int, ...]
    scroll_counts: tuple[int, ...]
    points: tuple[int, ...]
    lengths: tuple[int, ...]
    mercenaries: tuple[int, ...]
    left: tuple[tuple[int, ...], ...]
    route: Seat
    company: Seat
    deck: int
    free_roads: int
    launched: bool
    forfeited: bool
    offer: Offer | None
    absent: tuple[Seat, ...]
    sums: Counts
    reds: Counts
    whites: Counts
    dice: tuple[int, int] | None


def view(state: State, seat: Seat | None) -> View:
    """The position as this seat may see it."""
    board, seats = state.board, range(state.seats)
    return View(
        seat=seat,
        order=state.order,
        version=state.version,
        goal=state.goal,
        turn=state.turn,
        active=state.active,
        terrain=tuple(board.terrain),
        token=tuple(board.token),
        ports=tuple(board.ports),
        dragon=board.dragon,
        owner=tuple(board.owner),
        city=tuple(board.city),
        road=tuple(board.road),
        hand=() if seat is None else tuple(state.hands[seat]),
        scrolls=() if seat is None else tuple(state.scrolls[seat]),
        fresh=tuple(state.fresh) if seat == state.active else (),
        rates=() if seat is None else tuple(board.rates(seat)),
        skips=seat is not None and state.skips[seat],
        hand_sizes=tuple(map(sum, state.hands)),
        scroll_counts=tuple(map(sum, state.scrolls)),
        points=tuple(points(state, one) for one in seats),
        lengths=tuple(board.lengths),
        mercenaries=tuple(state.mercenaries),
        left=tuple(tuple(board.left(one, piece) for piece in Piece) for one in seats),
        route=state.route,
        company=state.company,
        deck=len(state.deck),
        free_roads=state.free_roads,
        launched=state.launched,
        forfeited=state.forfeited,
        offer=_offer(state),
        absent=tuple(state.absent),
        sums=tuple(state.sums),
        reds=tuple(state.reds),
        whites=tuple(state.whites),
        dice=state.dice,
    )


def _offer(state: State) -> Offer | None:
    trade = state.trade
    if trade is None:
        return None
    return Offer(
        number=trade.number,
        owner=trade.owner,
        to=trade.to,
        give=trade.give,
        want=trade.want,
        raised=tuple(trade.raised),
        declined=tuple(trade.declined),
        counters=tuple((rival, c.number, c.give, c.want) for rival, c in trade.counters.items()),
    )

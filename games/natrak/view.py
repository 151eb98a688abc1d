"""What one seat, or a spectator, may know (rules/natrak.md, 18)."""

from __future__ import annotations

from dataclasses import dataclass

from games.core.model import Seat
from games.natrak.board import NOBODY
from games.natrak.components import DISCIPLINES, Counts, Material, Piece, Progress, Terrain
from games.natrak.disciplines import price
from games.natrak.goblins import contribution
from games.natrak.saga import Saga
from games.natrak.sea import Sea
from games.natrak.state import State, points
from games.natrak.trade import rates


@dataclass(frozen=True)
class Offer:
    """The live offer with its answers; all of it is public. `counters` are (rival, number, gives, wants)."""

    number: int
    owner: Seat
    give: Counts
    want: Counts
    raised: tuple[Seat, ...]
    declined: tuple[Seat, ...]
    counters: tuple[tuple[Seat, int, Counts, Counts], ...]


@dataclass(frozen=True)
class Standing:
    """An adventurer on a vertex."""

    vertex: int
    seat: Seat
    level: int
    active: bool
    promoted: bool


@dataclass(frozen=True)
class SagaView:
    """What the version with adventurers adds.

    `walls` are vertices; by discipline: `fortresses` (a vertex, -1 for none), `metropolis` (a seat, -1), `prices` (what
    the next level would cost the reader). By seat: `levels` of the disciplines, `contributions` to a defence now,
    `defences` that were worth a point, `wall_counts` and `adventurer_counts` on the board, `progress_counts` in hand,
    cards `revealed`, consolations `owed`, and the dice `fixed` for the next roll. `progress` are the reader's own
    cards. Of the turn of the active seat: credits and the materials whose `fleet` sails. While the reader looks at
    somebody's cards: `shown_hand` or `shown_progress`.
    """

    march: int
    walls: tuple[int, ...]
    adventurers: tuple[Standing, ...]
    fortresses: tuple[int, ...]
    metropolis: tuple[Seat, ...]
    levels: tuple[Counts, ...]
    prices: Counts
    contributions: Counts
    defences: Counts
    wall_counts: Counts
    adventurer_counts: Counts
    progress: tuple[Progress, ...]
    progress_counts: Counts
    revealed: tuple[tuple[Progress, ...], ...]
    owed: Counts
    fixed: tuple[tuple[int, int] | None, ...]
    merchant: int
    trader: Seat
    cranes: int
    medicines: int
    free_walls: int
    free_promotions: int
    fleet: tuple[bool, ...]
    shown_hand: Counts
    shown_progress: tuple[Progress, ...]
    faces: Counts
    event: int | None


@dataclass(frozen=True)
class SeaView:
    """What the version with the sea adds: `ship` by edge; by hex `fog` and `discovery`; by seat the `colonies`."""

    ship: tuple[Seat, ...]
    fog: tuple[bool, ...]
    discovery: tuple[bool, ...]
    kraken: int
    colonies: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class View:
    """Public facts, and the reader's own hand and scrolls (empty for a spectator).

    By hex: `terrain`, `token` (0 for none, and in the fog). By vertex: `owner`, `city`. By edge: `road`. `ports` stand
    on the island's port edges.
    By seat: `hand_sizes`, `scroll_counts`, `points`, `lengths` of the routes, `mercenaries` launched, pieces `left`.
    `free_roads` belong to the active seat; `rates` are what the guild takes from the reader. `saga` is there where
    there are adventurers, `sea` where one can sail.
    """

    seat: Seat | None
    order: tuple[Seat, ...]
    goal: int
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
    offer: Offer | None
    absent: tuple[Seat, ...]
    sums: Counts
    reds: Counts
    whites: Counts
    dice: tuple[int, int] | None
    saga: SagaView | None
    sea: SeaView | None


def view(state: State, seat: Seat | None) -> View:
    """The position as this seat may see it."""
    board, seats = state.board, range(state.seats)
    pieces = [piece for piece in Piece if piece is not Piece.SHIP or board.sea is not None]
    return View(
        seat=seat,
        order=state.order,
        goal=state.goal,
        active=state.active,
        terrain=tuple(board.terrain),
        token=tuple(0 if board.fogged(cell) else token for cell, token in enumerate(board.token)),
        ports=tuple(board.ports),
        dragon=board.dragon,
        owner=tuple(board.owner),
        city=tuple(board.city),
        road=tuple(board.road),
        hand=() if seat is None else tuple(state.hands[seat]),
        scrolls=() if seat is None else tuple(state.scrolls[seat]),
        fresh=tuple(state.fresh) if seat == state.active else (),
        rates=() if seat is None else tuple(rates(state, seat)),
        hand_sizes=tuple(map(sum, state.hands)),
        scroll_counts=tuple(map(sum, state.scrolls)),
        points=tuple(points(state, one) for one in seats),
        lengths=tuple(board.lengths),
        mercenaries=tuple(state.mercenaries),
        left=tuple(tuple(board.left(one, piece) for piece in pieces) for one in seats),
        route=state.route,
        company=state.company,
        deck=len(state.deck),
        free_roads=state.free_roads,
        offer=_offer(state),
        absent=tuple(state.absent),
        sums=tuple(state.sums),
        reds=tuple(state.reds),
        whites=tuple(state.whites),
        dice=state.dice,
        saga=None if state.saga is None else _saga(state, state.saga, seat),
        sea=None if board.sea is None else _sea(board.sea),
    )


def _sea(sea: Sea) -> SeaView:
    return SeaView(
        ship=tuple(sea.ship),
        fog=tuple(sea.fog),
        discovery=tuple(sea.discovery),
        kraken=sea.kraken,
        colonies=tuple(map(tuple, sea.colonies)),
    )


def _saga(state: State, saga: Saga, seat: Seat | None) -> SagaView:
    board, seats = state.board, range(state.seats)
    mine = seat is not None and seat == state.active
    return SagaView(
        march=saga.march,
        walls=tuple(sorted(board.walls)),
        adventurers=tuple(
            Standing(vertex, one.seat, one.level, one.active, one.promoted)
            for vertex, one in sorted(board.adventurers.items())
        ),
        fortresses=tuple(board.fortresses),
        metropolis=tuple(saga.metropolis),
        levels=tuple(map(tuple, saga.levels)),
        prices=() if seat is None else tuple(price(state, seat, discipline) for discipline in DISCIPLINES),
        contributions=tuple(contribution(state, one) for one in seats),
        defences=tuple(saga.defences),
        wall_counts=tuple(board.walls_of(one) for one in seats),
        adventurer_counts=tuple(len(board.adventurers_of(one)) for one in seats),
        progress=() if seat is None else tuple(saga.progress[seat]),
        progress_counts=tuple(map(len, saga.progress)),
        revealed=tuple(map(tuple, saga.revealed)),
        owed=tuple(saga.owed),
        fixed=tuple(saga.fixed),
        merchant=saga.merchant,
        trader=saga.trader,
        cranes=saga.cranes,
        medicines=saga.medicines,
        free_walls=saga.free_walls,
        free_promotions=saga.free_promotions,
        fleet=tuple(saga.fleet),
        shown_hand=tuple(state.hands[saga.audited]) if mine and saga.audited != NOBODY else (),
        shown_progress=tuple(saga.progress[saga.spied]) if mine and saga.spied != NOBODY else (),
        faces=tuple(saga.faces),
        event=saga.event,
    )


def _offer(state: State) -> Offer | None:
    trade = state.trade
    if trade is None:
        return None
    return Offer(
        number=trade.number,
        owner=trade.owner,
        give=trade.give,
        want=trade.want,
        raised=tuple(trade.raised),
        declined=tuple(trade.declined),
        counters=tuple((rival, c.number, c.give, c.want) for rival, c in trade.counters.items()),
    )

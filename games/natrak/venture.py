"""Draws what there is only with adventurers: walls and fortresses, adventurers, the Merchant, the goblins' march."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.core.drawing import use
from games.core.hexes import centre
from games.core.model import Event, Move, Seat
from games.core.words import Text, gettext_noop, text
from games.natrak.board import NOBODY
from games.natrak.components import DISCIPLINES, GOBLIN_FACES, MARCH, Discipline, Progress
from games.natrak.desk import Desk
from games.natrak.events import (
    Activated,
    AdventurerLost,
    Displaced,
    GoblinsMarched,
    MerchantMoved,
    MetropolisPlaced,
    Pillaged,
    Planted,
    Promoted,
    RoadRemoved,
    TokensSwapped,
    Walked,
    Walled,
)
from games.natrak.moves import Activate, BuildWall, Expel, PlaceMetropolis, Plant, PlayProgress, Promote, Walk
from games.natrak.names import DISCIPLINE_NAMES
from games.natrak.shapes import CITY, NEWS, frame, line, piece, points, polygon, ring
from games.natrak.view import SagaView, Standing, View

WALL, FORTRESS, ADVENTURER, MERCHANT, SEAL = 42, 41, 37, 27, 14
"""The sizes of what is drawn."""
STEP, GOBLINS, PLAQUE = 15, 25, 30
"""How far one step of the march is, how large the goblins are, and how high the plaques in the corners."""


# The position as the selected move would leave it


def foreseen(view: View, move: Move | None) -> SagaView:
    """The saga with the selected move made, as far as it can be seen on the island."""
    saga, seat = view.saga, view.seat
    assert saga is not None
    if seat is None:
        return saga
    match move:
        case BuildWall(vertex):
            return replace(saga, walls=(*saga.walls, vertex))
        case PlaceMetropolis(vertex):
            places = zip(saga.fortresses, saga.metropolis, strict=True)
            return replace(
                saga,
                fortresses=tuple(
                    vertex if owner == seat and where == NOBODY else where for where, owner in places
                ),
            )
        case PlayProgress(Progress.MERCHANT, cell):
            return replace(saga, merchant=int(cell), trader=seat)
        case Plant() | Activate() | Promote() | Walk() | Expel() | PlayProgress():
            return replace(saga, adventurers=tuple(_standing(saga.adventurers, seat, move)))
    return saga


def _standing(adventurers: tuple[Standing, ...], seat: Seat, move: Move) -> Iterator[Standing]:
    """Where the adventurers stand when the move is made; who is displaced is not followed."""
    moved = {one.vertex: one for one in adventurers}
    match move:
        case Plant(vertex):
            moved[vertex] = Standing(vertex, seat, 1, active=False, promoted=False)
        case Activate(vertex):
            moved[vertex] = replace(moved[vertex], active=True)
        case Promote(vertex):
            moved[vertex] = replace(moved[vertex], level=moved[vertex].level + 1)
        case Expel(vertex):
            moved[vertex] = replace(moved[vertex], active=False)
        case Walk(start, end):
            moved[end] = replace(moved.pop(start), vertex=end, active=False)
        case PlayProgress(Progress.DESERTER, first, second):
            level = moved.pop(int(first)).level
            if second:
                moved[int(second)] = Standing(int(second), seat, level, active=False, promoted=False)
        case PlayProgress(Progress.INTRIGUE, first):
            del moved[int(first)]
        case PlayProgress(Progress.LEVY, first):
            moved[int(first)] = replace(moved[int(first)], active=True)
        case PlayProgress(Progress.WARLORD):
            moved = {at: replace(one, active=one.active or one.seat == seat) for at, one in moved.items()}
    yield from moved.values()


# Pieces


def city(desk: Desk, saga: SagaView, vertex: int, seat: Seat) -> str:
    """A city, or the fortress that it has become, with its wall."""
    x, y = points(desk.island)[vertex]
    fort, walled = vertex in saga.fortresses, vertex in saga.walls
    symbol, size = ("natrak-fortress", FORTRESS) if fort else ("natrak-city", CITY)
    left, top = round(x - size / 2, 2), round(y - size * 0.6, 2)
    parts = [piece(desk, symbol, seat, left, top - 2 if walled else top, size)]
    if walled:
        parts.append(use("natrak-wall", x=round(x - WALL / 2, 2), y=round(y - WALL * 0.55, 2), size=WALL))
    if fort:
        parts.append(_seal(DISCIPLINES[saga.fortresses.index(vertex)], x + 15, y - 18))
    return "".join(parts)


def _seal(discipline: Discipline, x: float, y: float) -> str:
    """Which metropolis it is."""
    symbol, half = f"natrak-discipline-{discipline.value}", SEAL / 2
    return (
        f'<circle class="nk-f nk-paper" cx="{x:.2f}" cy="{y:.2f}" r="{half + 1.5:g}"/>'
        f"{use(symbol, '', round(x - half, 2), round(y - half, 2), SEAL)}"
    )


def figures(desk: Desk, saga: SagaView) -> Iterator[str]:
    """The Merchant and the adventurers."""
    if saga.merchant != NOBODY:
        x, y = centre(desk.island.hexes[saga.merchant])
        yield (
            f'<g class="{desk.colour(saga.trader)}">'
            f"{piece(desk, 'natrak-merchant', saga.trader, x - 33, round(y - 12, 2), MERCHANT)}</g>"
        )
    for one in saga.adventurers:
        yield adventurer(desk, one)


def adventurer(desk: Desk, one: Standing) -> str:
    """Its level by the bars on the shield and by the helmet; a sword when active, a moon when it rests."""
    x, y = points(desk.island)[one.vertex]
    left, top = round(x - ADVENTURER / 2, 2), round(y - ADVENTURER * 0.6, 2)
    kind = desk.colour(one.seat) if one.active else f"{desk.colour(one.seat)} nk-resting"
    body, side, front = (
        use(symbol, "", left, top, ADVENTURER)
        for symbol in (
            f"natrak-adventurer-{one.level}",
            "natrak-adventurer-side",
            f"natrak-adventurer-{one.level}-front",
        )
    )
    return f'<g class="{kind}">{body}<g {desk.pattern(one.seat)}>{side}</g>{front}</g>'


# The corners of the sea


def goblins(desk: Desk, saga: SagaView) -> str:
    """How far the goblins have marched, how strong they would be, and how strong the defence is now."""
    left, top, width, height = frame(desk.island)
    strength, defence = sum(desk.view.city), sum(saga.contributions)
    said = desk.say(
        text(
            gettext_noop(
                "The goblins have marched {step} of {all} steps; they would come with strength {strength}, "
                "and the defence is {defence}."
            ),
            step=saga.march,
            all=MARCH,
            strength=strength,
            defence=defence,
        )
    )
    bottom = top + height - 6
    return (
        f'<g role="img" aria-label="{said}"><title>{said}</title>'
        f"{_balance(left + 6, bottom, strength, defence)}{_march(left + width - 6, bottom, saga.march)}</g>"
    )


def _balance(left: float, bottom: float, strength: int, defence: int) -> str:
    y = bottom - PLAQUE
    return (
        f"{_plaque(left, y, 92)}"
        f"{use('natrak-goblins', '', left + 5, y + 4, 22)}{_number(left + 36, y, strength)}"
        f"{use('natrak-defence', '', left + 48, y + 4, 22)}{_number(left + 80, y, defence)}"
    )


def _march(right: float, bottom: float, march: int) -> str:
    """A way with a place for every step and the attack at its end."""
    first, y = right - 18 - STEP * MARCH, bottom - PLAQUE / 2
    dots = "".join(
        f'<circle class="nk-f {"nk-ember" if at <= march else "nk-paper-s"}" cx="{first + STEP * at:g}" '
        f'cy="{y:g}" r="3.4"/>'
        for at in range(MARCH)
    )
    goal = use("natrak-pillage", "", first + STEP * MARCH - 10, y - 11, 21)
    here = use("natrak-goblins", "", round(first + STEP * march - GOBLINS / 2, 2), y - GOBLINS / 2, GOBLINS)
    return (
        f"{_plaque(first - 16, y - PLAQUE / 2, STEP * MARCH + 34)}"
        f'<path class="nk-f nk-s-paper" d="M{first:g} {y:g}H{first + STEP * MARCH:g}"/>{dots}{goal}{here}'
    )


def _plaque(x: float, y: float, width: float) -> str:
    return (
        f'<rect class="nk-f nk-w2 nk-paper" x="{x:g}" y="{y:g}" width="{width:g}" height="{PLAQUE}" rx="8"/>'
    )


def _number(x: float, y: float, number: int) -> str:
    return (
        f'<text aria-hidden="true" class="nk-number" x="{x:g}" y="{y + 21:g}" font-size="17">{number}</text>'
    )


def event_die(face: int, x: float, y: float, size: float) -> str:
    """The third die: goblins, or the gate of a discipline."""
    return (
        f'<g class="nk-die-event">{use("natrak-die-x", "", x, y, size)}</g>'
        f"{use(event_symbol(face), '', round(x + size * 0.16, 2), round(y + size * 0.15, 2), round(size * 0.66, 2))}"
    )


def gate(face: int) -> Discipline | None:
    """The discipline whose gate a face of the event die opens; None for the goblins."""
    return None if face <= GOBLIN_FACES else DISCIPLINES[face - GOBLIN_FACES - 1]


def event_symbol(face: int) -> str:
    """What stands on a face of the event die."""
    opened = gate(face)
    return f"natrak-discipline-{opened.value}" if opened else "natrak-goblins"


def event_name(face: int) -> Text:
    """The same in words."""
    opened = gate(face)
    return DISCIPLINE_NAMES[opened] if opened else text(gettext_noop("goblins"))


# Marks on what is new


def mark_land(desk: Desk, event: Event) -> Iterator[str]:
    """Hexes that something new lies on."""
    match event:
        case MerchantMoved(_, cell):
            yield polygon(desk.island.hexes[cell], NEWS)
        case TokensSwapped(_, one, other):
            yield polygon(desk.island.hexes[one], NEWS)
            yield polygon(desk.island.hexes[other], NEWS)


def mark_piece(desk: Desk, event: Event) -> Iterator[str]:
    """Corners and edges where something changed, and the goblins' new step."""
    match event:
        case (
            Walled(_, vertex)
            | Planted(_, vertex)
            | Activated(_, vertex)
            | Promoted(_, vertex)
            | AdventurerLost(_, vertex)
            | MetropolisPlaced(_, _, vertex)
            | Pillaged(_, vertex)
            | Walked(_, _, vertex)
            | Displaced(_, _, int(vertex))
        ):
            yield ring(*points(desk.island)[vertex], 21)
        case RoadRemoved(_, _, edge):
            yield ring(*line(desk, edge)[0], 16)
        case GoblinsMarched(step):
            left, top, width, height = frame(desk.island)
            yield ring(left + width - 24 - STEP * (MARCH - step), top + height - 6 - PLAQUE / 2, 15)

"""The position in words, for who can't see it: the island, everybody's pieces and cards, the reader's own hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby

from games.core.drawing import listed
from games.core.model import Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.board import NOBODY
from games.natrak.components import (
    DISCIPLINES,
    MARCH,
    OWN_PORT_RATE,
    PORT_RATE,
    SCROLLS,
    Material,
    Piece,
)
from games.natrak.labels import TRADE_GROUP
from games.natrak.names import (
    DISCIPLINE_NAMES,
    MATERIAL_NAMES,
    PIECE_NAMES,
    PROGRESS_NAMES,
    SCROLL_NAMES,
    TERRAIN_NAMES,
    cards_name,
)
from games.natrak.places import Land, edge_names, hex_names, land_of, vertex_names
from games.natrak.view import SagaView, SeaView, View


def in_words(view: View) -> Iterator[tuple[Text, Iterable[Text]]]:
    """A title and lines each."""
    land = land_of(view)
    yield text(gettext_noop("The island")), _island(view, land)
    if view.sea is not None:
        yield text(gettext_noop("The sea")), _sea(view.sea, land)
    if view.saga is not None:
        yield text(gettext_noop("Disciplines and goblins")), _saga(view, view.saga, land)
    for seat in view.order:
        yield text(gettext_noop("{who}"), who=Who(seat)), _player(view, seat, land)
    if view.seat is not None:
        yield text(gettext_noop("Your hand")), _own(view)
    if view.offer is not None:
        yield TRADE_GROUP, _offer(view)


# The island


def _island(view: View, land: Land) -> Iterator[Text]:
    yield text(gettext_noop("The dragon sits on {place}."), place=hex_names(land)[view.dragon])
    yield from _ground(land, view.ports)


@lru_cache(maxsize=32)
def _ground(land: Land, ports: tuple[Material | None, ...]) -> tuple[Text, ...]:
    """The hexes row by row, what each number produces, and the ports."""
    return (*_rows(land), *_producing(land), *_ports(land, ports))


def _rows(land: Land) -> Iterator[Text]:
    cells = zip(land[0].hexes, hex_names(land), strict=True)
    for number, (_, row) in enumerate(groupby(cells, key=lambda pair: pair[0][1]), start=1):
        yield text(
            gettext_noop("Row {row}, from the west: {hexes}"),
            row=number,
            hexes=listed([name for _, name in row]),
        )


def _producing(land: Land) -> Iterator[Text]:
    _, terrain, tokens = land
    for number in range(2, 13):
        kinds = [kind for kind, token in zip(terrain, tokens, strict=True) if token == number]
        if kinds:
            yield text(
                gettext_noop("{number} produces on {places}."),
                number=number,
                places=listed([TERRAIN_NAMES[kind] for kind in kinds]),
            )


def _ports(land: Land, ports: tuple[Material | None, ...]) -> Iterator[Text]:
    for edge, kind in zip(land[0].ports, ports, strict=True):
        place = edge_names(land)[edge]
        if kind is None:
            yield text(gettext_noop("Port {rate}:1, {place}"), rate=PORT_RATE, place=place)
        else:
            yield text(
                gettext_noop("Port {rate}:1 for {material}, {place}"),
                rate=OWN_PORT_RATE,
                material=MATERIAL_NAMES[kind],
                place=place,
            )


def _sea(sea: SeaView, land: Land) -> Iterator[Text]:
    names = hex_names(land)
    yield text(gettext_noop("The kraken lurks in {place}."), place=names[sea.kraken])
    hidden = [name for name, left in zip(names, sea.discovery, strict=True) if left]
    if hidden:
        yield text(gettext_noop("To be discovered: {places}."), places=listed(hidden))


# What is everybody's with adventurers


def _saga(view: View, saga: SagaView, land: Land) -> Iterator[Text]:
    yield text(gettext_noop("The goblins have marched {step} of {all} steps."), step=saga.march, all=MARCH)
    yield text(
        gettext_noop("They come with the strength of all cities, {strength}; the defence is {defence}."),
        strength=sum(view.city),
        defence=sum(saga.contributions),
    )
    if saga.merchant != NOBODY:
        yield text(
            gettext_noop("The Merchant stands on {place} and trades for {who}."),
            place=hex_names(land)[saga.merchant],
            who=Who(saga.trader),
        )
    for one in DISCIPLINES:
        if saga.fortresses[one.at] != NOBODY:
            yield text(
                gettext_noop("The metropolis of {discipline} is {who}'s: {place}"),
                discipline=DISCIPLINE_NAMES[one],
                who=Who(saga.metropolis[one.at]),
                place=vertex_names(land)[saga.fortresses[one.at]],
            )


# Players


def _player(view: View, seat: Seat, land: Land) -> Iterator[Text]:
    yield plural(
        gettext_noop("{n} point of {goal}; {cards} cards and {scrolls} scrolls in hand"),
        gettext_noop("{n} points of {goal}; {cards} cards and {scrolls} scrolls in hand"),
        n=view.points[seat],
        goal=view.goal,
        cards=view.hand_sizes[seat],
        scrolls=view.scroll_counts[seat],
    )
    lines = _pieces(land)
    for vertex, owner in enumerate(view.owner):
        if owner == seat:
            yield lines[Piece.CITY if view.city[vertex] else Piece.CAMP][vertex]
    for edge, owner in enumerate(view.road):
        if owner == seat:
            yield lines[Piece.ROAD][edge]
    if view.sea is not None:
        for edge, owner in enumerate(view.sea.ship):
            if owner == seat:
                yield lines[Piece.SHIP][edge]
        if view.sea.colonies[seat]:
            n = len(view.sea.colonies[seat])
            yield plural(
                gettext_noop("{n} lesser island settled"), gettext_noop("{n} lesser islands settled"), n=n
            )
    if view.lengths[seat]:
        yield text(gettext_noop("longest route: {length}"), length=view.lengths[seat])
    if view.saga is not None:
        yield from _venture(view, view.saga, seat, land)


@lru_cache(maxsize=32)
def _pieces(land: Land) -> Mapping[Piece, tuple[Text, ...]]:
    """A line for every piece in every place where it can stand."""
    return {
        piece: tuple(
            text(gettext_noop("{piece}: {place}"), piece=PIECE_NAMES[piece], place=place)
            for place in (edge_names(land) if piece in (Piece.ROAD, Piece.SHIP) else vertex_names(land))
        )
        for piece in Piece
    }


def _venture(view: View, saga: SagaView, seat: Seat, land: Land) -> Iterator[Text]:
    """What everybody may know of a player's adventure."""
    where = vertex_names(land)
    for one in saga.adventurers:
        if one.seat == seat:
            yield text(
                gettext_noop("active adventurer of level {level}: {place}")
                if one.active
                else gettext_noop("resting adventurer of level {level}: {place}"),
                level=one.level,
                place=where[one.vertex],
            )
    for vertex in saga.walls:
        if view.owner[vertex] == seat:
            yield text(gettext_noop("wall: {place}"), place=where[vertex])
    for discipline in DISCIPLINES:
        if saga.levels[seat][discipline.at]:
            yield text(
                gettext_noop("level {level} of {discipline}"),
                level=saga.levels[seat][discipline.at],
                discipline=DISCIPLINE_NAMES[discipline],
            )
    yield plural(
        gettext_noop("{n} progress card in hand; defence {defence} now, points for defences: {won}"),
        gettext_noop("{n} progress cards in hand; defence {defence} now, points for defences: {won}"),
        n=saga.progress_counts[seat],
        defence=saga.contributions[seat],
        won=saga.defences[seat],
    )
    for card in saga.revealed[seat]:
        yield text(gettext_noop("shows {card}, worth a point"), card=PROGRESS_NAMES[card])
    fixed = saga.fixed[seat]
    if fixed is not None:
        yield text(gettext_noop("next roll is set: {red} and {white}"), red=fixed[0], white=fixed[1])


# The reader's own cards, and the offer


def _own(view: View) -> Iterator[Text]:
    yield cards_name(view.hand)
    for scroll, n in zip(SCROLLS, view.scrolls, strict=True):
        if n:
            yield text(gettext_noop("scroll: {scroll}, {n}"), scroll=SCROLL_NAMES[scroll], n=n)
    if view.saga is not None:
        for card in view.saga.progress:
            yield PROGRESS_NAMES[card]


def _offer(view: View) -> Iterator[Text]:
    offer = view.offer
    assert offer is not None
    yield text(
        gettext_noop("{who} offers {give} for {want}."),
        who=Who(offer.owner),
        give=cards_name(offer.give),
        want=cards_name(offer.want),
    )

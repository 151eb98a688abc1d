"""The words beside the drawing: what a choice means, what a move will do, and the island for who can't see it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.core.drawing import listed
from games.core.model import Move, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.components import (
    BY_WORD,
    COSTS,
    MATERIALS,
    SCROLL_BY_WORD,
    SCROLL_COST,
    Piece,
    Terrain,
    counted,
)
from games.natrak.island import Island, island_for
from games.natrak.moves import (
    BuildCamp,
    BuildCity,
    BuildRoad,
    BuyScroll,
    Discard,
    Exchange,
    FoundCamp,
    FoundRoad,
    Launch,
    MakeCounter,
    Publish,
    SendDragon,
)
from games.natrak.view import View
from games.natrak.words import (
    MATERIAL_NAMES,
    PIECE_NAMES,
    SCROLL_HELP,
    SCROLL_NAMES,
    TERRAIN_NAMES,
    cards_name,
)

PLAIN: Mapping[str, Text] = {
    "tirar": text(gettext_noop("Roll the dice")),
    "azar": text(gettext_noop("Let chance choose")),
    "comprarPergamino": text(gettext_noop("Buy a scroll")),
    "terminarTurno": text(gettext_noop("End your turn")),
    "cerrarVentana": text(gettext_noop("Nothing more to build")),
    "levantarMano": text(gettext_noop("I would take it")),
    "noMeInteresa": text(gettext_noop("Not interested")),
    "aceptar": text(gettext_noop("Accept the offer")),
    "rechazarContra": text(gettext_noop("Turn it down")),
    "retirar": text(gettext_noop("Withdraw your offer")),
}
"""Choices that say everything by their verb."""

GROUPS: Mapping[str, Text] = {
    "fundarPieza": text(gettext_noop("Found a camp")),
    "fundarCamino": text(gettext_noop("Lay a road")),
    "moverDragon": text(gettext_noop("Move the dragon")),
    "construirCamino": text(gettext_noop("Build a road")),
    "construirCampamento": text(gettext_noop("Build a camp")),
    "mejorarCiudad": text(gettext_noop("Make a camp a city")),
    "lanzar": text(gettext_noop("Launch a scroll")),
    "cambiarGremio": text(gettext_noop("Exchange at the guild")),
    "saltarVentanas": text(gettext_noop("Building out of turn")),
}
OTHER_GROUP = text(gettext_noop("Go on"))
TRADE_GROUP = text(gettext_noop("The offer"))
TRADE_VERBS = (
    "levantarMano",
    "noMeInteresa",
    "aceptar",
    "cerrarCon",
    "aceptarContra",
    "rechazarContra",
    "retirar",
)


def group(verb: str) -> Text:
    """The heading of a kind of choice in the list of all moves."""
    return TRADE_GROUP if verb in TRADE_VERBS else GROUPS.get(verb, OTHER_GROUP)


def island_of(view: View) -> Island:
    """The island's geometry."""
    return island_for(len(view.order))


# Places


def hex_name(view: View, cell: int) -> Text:
    """A hex by its terrain and token."""
    terrain = TERRAIN_NAMES[view.terrain[cell]]
    if view.terrain[cell] is Terrain.MOOR:
        return terrain
    return text(gettext_noop("{terrain} {token}"), terrain=terrain, token=view.token[cell])


def _places(view: View, cells: list[int], whole: int) -> Text:
    """The hexes that meet somewhere; the coast where fewer than `whole` do."""
    names = [hex_name(view, cell) for cell in cells]
    if len(cells) < whole:
        names.append(text(gettext_noop("coast")))
    return listed(names)


def vertex_name(view: View, vertex: int) -> Text:
    """A corner by the hexes that meet there."""
    return _places(view, list(island_of(view).touching[vertex]), 3)


def edge_name(view: View, edge: int) -> Text:
    """An edge by the hexes it parts."""
    island = island_of(view)
    return _places(view, [island.hexes.index(cell) for cell in island.edges[edge] if cell in island.hexes], 2)


# Choices


def label(view: View, pick: str) -> Text:
    """A selection in words."""
    words = pick.split()
    verb, rest = words[0], words[1:]
    if verb in PLAIN:
        return PLAIN[verb]
    if not rest and verb in GROUPS:
        return GROUPS[verb]
    match verb, rest:
        case (("fundarPieza" | "construirCampamento" | "mejorarCiudad"), [place]):
            return text(
                gettext_noop("{deed}: {place}"), deed=GROUPS[verb], place=vertex_name(view, int(place))
            )
        case (("fundarCamino" | "construirCamino"), [place]):
            return text(gettext_noop("{deed}: {place}"), deed=GROUPS[verb], place=edge_name(view, int(place)))
        case "moverDragon", [cell]:
            return text(gettext_noop("Dragon to {place}"), place=hex_name(view, int(cell)))
        case "moverDragon", [cell, victim]:
            return text(
                gettext_noop("Dragon to {place}, rob {victim}"),
                place=hex_name(view, int(cell)),
                victim=Who(int(victim)),
            )
        case "lanzar", _:
            return _launch(rest)
        case "cambiarGremio", _:
            return _exchange(view, rest)
    return _answer(view, verb, rest)


def _launch(rest: list[str]) -> Text:
    scroll = SCROLL_NAMES[SCROLL_BY_WORD[rest[0]]]
    if len(rest) == 1:
        return text(gettext_noop("Launch {scroll}"), scroll=scroll)
    return text(
        gettext_noop("{scroll}: {cards}"), scroll=scroll, cards=cards_name(counted(tuple(rest[1].split(","))))
    )


def _exchange(view: View, rest: list[str]) -> Text:
    give = BY_WORD[rest[0]]
    cards = cards_name([view.rates[give.at] if at == give.at else 0 for at in range(len(MATERIALS))])
    if len(rest) == 1:
        return text(gettext_noop("Guild: {cards} for…"), cards=cards)
    return text(
        gettext_noop("Guild: {cards} for {material}"), cards=cards, material=MATERIAL_NAMES[BY_WORD[rest[1]]]
    )


def _answer(view: View, verb: str, rest: list[str]) -> Text:
    match verb, rest:
        case "cerrarCon", [_]:
            return text(gettext_noop("Trade with…"))
        case "cerrarCon", [_, seat]:
            return text(gettext_noop("Trade with {who}"), who=Who(int(seat)))
        case "aceptarContra", [number]:
            return text(gettext_noop("Take {who}'s counter-offer"), who=Who(_rival(view, int(number))))
        case "saltarVentanas", [_]:
            return GROUPS[verb]
        case "saltarVentanas", [_, "si"]:
            return text(gettext_noop("Skip my windows from now on"))
        case "saltarVentanas", [_, "no"]:
            return text(gettext_noop("Ask me again to build out of turn"))
    raise ValueError((verb, rest))


def _rival(view: View, number: int) -> Seat:
    """Whose counter-offer has this number."""
    assert view.offer is not None
    return next(rival for rival, counter, _, _ in view.offer.counters if counter == number)


# What a move will do


def preview(view: View, move: Move) -> Text:
    """What the selected move will do; nothing for what its label says."""
    match move:
        case BuildRoad() if view.free_roads and view.seat == view.active:
            return text(gettext_noop("A road for free."))
        case BuildRoad():
            return _costs(Piece.ROAD)
        case BuildCamp():
            return _costs(Piece.CAMP)
        case BuildCity():
            return _costs(Piece.CITY)
        case FoundCamp() | FoundRoad():
            return text(gettext_noop("Free, and for good: in the foundation nothing is taken back."))
        case BuyScroll():
            return text(
                gettext_noop("A scroll for {cards}; it can be launched from your next turn on."),
                cards=cards_name(SCROLL_COST),
            )
        case Launch(scroll):
            return SCROLL_HELP[scroll]
        case SendDragon(_, -1):
            return text(gettext_noop("The dragon dries the hex up, and nobody is robbed."))
        case SendDragon(_, victim):
            return text(
                gettext_noop("The dragon dries the hex up, and you take a random card from {victim}."),
                victim=Who(victim),
            )
        case Exchange(give, get):
            return text(
                gettext_noop("{n} cards of {give} for one of {get}."),
                n=view.rates[give.at],
                give=MATERIAL_NAMES[give],
                get=MATERIAL_NAMES[get],
            )
        case Publish(_, give, want) | MakeCounter(_, give, want):
            return text(
                gettext_noop("You give {give} and get {want}."),
                give=cards_name(counted(give)),
                want=cards_name(counted(want)),
            )
        case Discard(words):
            return text(gettext_noop("You discard {cards}."), cards=cards_name(counted(words)))
    return text("")


def _costs(piece: Piece) -> Text:
    return text(gettext_noop("It costs {cards}."), cards=cards_name(COSTS[piece]))


# The island in words


def in_words(view: View) -> Iterator[Text]:
    """What can be seen, line by line."""
    yield text(gettext_noop("The dragon sits on {place}."), place=hex_name(view, view.dragon))
    yield from _producing(view)
    for seat in view.order:
        yield from _seat_in_words(view, seat)
    if view.offer is not None:
        yield text(
            gettext_noop("{who} offers {give} for {want}."),
            who=Who(view.offer.owner),
            give=cards_name(view.offer.give),
            want=cards_name(view.offer.want),
        )


def _producing(view: View) -> Iterator[Text]:
    for number in range(2, 13):
        cells = [cell for cell, token in enumerate(view.token) if token == number]
        if cells:
            yield text(
                gettext_noop("{number} produces on {places}."),
                number=number,
                places=listed([TERRAIN_NAMES[view.terrain[cell]] for cell in cells]),
            )


def _seat_in_words(view: View, seat: Seat) -> Iterator[Text]:
    yield plural(
        gettext_noop("{who}: {n} point of {goal}; {cards} cards and {scrolls} scrolls in hand."),
        gettext_noop("{who}: {n} points of {goal}; {cards} cards and {scrolls} scrolls in hand."),
        n=view.points[seat],
        who=Who(seat),
        goal=view.goal,
        cards=view.hand_sizes[seat],
        scrolls=view.scroll_counts[seat],
    )
    for vertex, owner in enumerate(view.owner):
        if owner == seat:
            kind = Piece.CITY if view.city[vertex] else Piece.CAMP
            yield text(
                gettext_noop("{who}: {piece}, {place}"),
                who=Who(seat),
                piece=PIECE_NAMES[kind],
                place=vertex_name(view, vertex),
            )
    if view.lengths[seat]:
        yield text(gettext_noop("{who}'s longest route: {length}."), who=Who(seat), length=view.lengths[seat])

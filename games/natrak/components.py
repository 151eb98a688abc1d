"""What lies in the box: materials, costs, terrains, tokens, ports and cards (rules/natrak.md, 3.1, 4, 11, 12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from enum import Enum
from typing import TypeVar

from games.core.hexes import Cell, Direction, distance, reading_order
from games.core.model import IllegalMove
from games.core.words import gettext_noop

SEATS = range(3, 7)


class Version(Enum):
    """How much of the game is played (rules/natrak.md, 1.2)."""

    BASICO = "basico"
    AVENTUREROS = "aventureros"
    COMPLETO = "completo"


GOALS = ("8", "10", "12", "13", "15", "18", "21")
GOAL = range(5, 501)
"""Any whole number of victory points may be the goal; the ready-made ones are above."""
DEFAULT_GOALS: Mapping[Version, str] = {
    Version.BASICO: "10",
    Version.AVENTUREROS: "13",
    Version.COMPLETO: "13",
}


class Numbered(Enum):
    """A word for texts and, in `at`, the place in lists with one item a kind."""

    at: int

    def __new__(cls, word: str, at: int) -> Numbered:
        member = object.__new__(cls)
        member._value_ = word
        member.at = at
        return member


class Material(Numbered):
    """What a hand holds: the five basic resources, the three goods that cities make, and gold."""

    WOOD = "madera", 0
    CLAY = "arcilla", 1
    WHEAT = "trigo", 2
    WOOL = "lana", 3
    STONE = "piedra", 4
    HERBS = "hierbas", 5
    TRIBUTE = "tributo", 6
    COIN = "moneda", 7
    GOLD = "oro", 8


KINDS = tuple(Material)
MATERIALS, GOODS, TRADED = KINDS[:5], KINDS[5:8], KINDS[:8]
"""The basic resources, the goods, and both: all that is traded. Gold is only changed for basic resources."""
HELD: Mapping[Version, tuple[Material, ...]] = {
    Version.BASICO: MATERIALS,
    Version.AVENTUREROS: TRADED,
    Version.COMPLETO: KINDS,
}
"""What hands hold in each version."""
BY_WORD: Mapping[str, Material] = {material.value: material for material in KINDS}


class Terrain(Enum):
    """What a hex is."""

    FOREST = "bosque"
    MEADOW = "pradera"
    FIELD = "labranza"
    QUARRY = "cantera"
    MINE = "mina"
    MOOR = "paramo"
    GOLD = "oro"
    SEA = "mar"


YIELDS: Mapping[Terrain, Material] = {
    Terrain.FOREST: Material.WOOD,
    Terrain.MEADOW: Material.WOOL,
    Terrain.FIELD: Material.WHEAT,
    Terrain.QUARRY: Material.CLAY,
    Terrain.MINE: Material.STONE,
    Terrain.GOLD: Material.GOLD,
}
"""What a hex gives: one for a camp, two for a city; the moor and the sea nothing (rules/natrak.md, 4.2)."""
GOOD_BESIDE: Mapping[Material, Material] = {
    Material.WOOD: Material.HERBS,
    Material.WHEAT: Material.TRIBUTE,
    Material.STONE: Material.COIN,
}
"""The good that a city makes instead of its second card, in all versions but the basic one."""


class Piece(Enum):
    """What a seat builds, by the name of its picture."""

    ROAD = "road"
    CAMP = "camp"
    CITY = "city"
    SHIP = "ship"


PIECES: Mapping[Piece, int] = {Piece.ROAD: 15, Piece.CAMP: 5, Piece.CITY: 4, Piece.SHIP: 15}
"""How many a seat has of each."""


class Scroll(Numbered):
    """The spell scrolls."""

    MERCENARY = "mercenario", 0
    GLORY = "gloria", 1
    ROADS = "caminos", 2
    PLENTY = "abundancia", 3
    MONOPOLY = "monopolio", 4


SCROLLS = tuple(Scroll)
SCROLL_BY_WORD: Mapping[str, Scroll] = {scroll.value: scroll for scroll in SCROLLS}

Counts = tuple[int, ...]
"""So many of each material, in the order of KINDS; for scrolls in the order of SCROLLS."""

COSTS: Mapping[Piece, Counts] = {
    Piece.ROAD: (1, 1, 0, 0, 0),
    Piece.CAMP: (1, 1, 1, 1, 0),
    Piece.CITY: (0, 0, 2, 0, 3),
    Piece.SHIP: (1, 0, 0, 1, 0),
}
SCROLL_COST: Counts = (0, 0, 1, 1, 1)

WALL_COST: Counts = (0, 2, 0, 0, 0)
ADVENTURER_COST: Counts = (0, 0, 0, 1, 1)
PROMOTION_COST: Counts = ADVENTURER_COST
ACTIVATION_COST: Counts = (0, 0, 1, 0, 0)
MEDICINE_COST: Counts = (0, 0, 1, 0, 2)
"""Of a city, for who has played Medicine this turn."""
WALLS, ADVENTURERS, TOP_LEVEL = 3, 6, 3
"""How many walls and adventurers a seat has, and how high an adventurer rises (D13)."""

SMALL_DECK: Counts = (14, 5, 2, 2, 2)
LARGE_DECK: Counts = (20, 5, 3, 3, 3)

HAND_LIMIT = 7
"""Cards one may hold when a seven comes."""
SEVEN = 7
GUILD_RATE, PORT_RATE, OWN_PORT_RATE = 4, 3, 2
FREE_ROADS = 2
PLENTY = 2
ROUTE_LEAST, COMPANY_LEAST = 5, 3
WALL_SHELTERS = 2
"""So many cards more a wall lets one hold when a seven comes."""
METROPOLIS_POINTS = 2
MARCH = 7
"""The goblins attack when they have come so far."""
GOBLIN_FACES = 3
"""The faces of the event die from 1 to this move the goblins; each of the others opens a discipline's gate."""
TOP_DISCIPLINE, METROPOLIS_FROM = 5, 4
EFFECT_FROM = 3
"""The level at which Alchemy trades goods 2:1, the Crown promotes to level 3 and Religion consoles."""
CROWN_NEEDED = 3
"""An adventurer becomes of this level only with the Crown's effect."""
MOST_PROGRESS = 4
"""Who holds so many progress cards draws none."""
CHEAP_RATE = 2
RESOURCE_LEVY, GOODS_LEVY, BOUNTY, WEDDING_GIFT, MASTER_TAKES, FAIR, FREE_PROMOTIONS = 2, 1, 2, 2, 2, 2, 2
"""What the progress cards of those names bring."""
FIXED_TOKENS = (2, 6, 8, 12)
"""An Inventor leaves these where they are."""
LEGACY_BEFORE = 5
"""Tables of an earlier generation have the legacy decks."""
CAMP_POINTS, CITY_POINTS, AWARD_POINTS, GLORY_POINTS, COLONY_POINTS = 1, 2, 2, 1, 1
WINDOW_SEATS = 5
"""The special building window needs so many seats present, and it is of who played WINDOW_TURNS before."""
WINDOW_TURNS = 3
DISCARD_SECONDS, DRAGON_SECONDS, CHOICE_SECONDS, WINDOW_SECONDS = 45, 25, 25, 30
PLACING_TRIES = 500
RED_TOKENS = (6, 8)
PIPS: Mapping[int, int] = {number: 6 - abs(SEVEN - number) for number in range(2, 13) if number != SEVEN}
"""In how many of the 36 ways two dice can fall a token's number comes."""


class Discipline(Numbered):
    """The three tracks of progress."""

    ALCHEMY = "alquimia", 0
    CROWN = "corona", 1
    RELIGION = "religion", 2


DISCIPLINES = tuple(Discipline)
DISCIPLINE_BY_WORD: Mapping[str, Discipline] = {discipline.value: discipline for discipline in DISCIPLINES}
GOOD_FOR: Mapping[Discipline, Material] = {
    Discipline.ALCHEMY: Material.HERBS,
    Discipline.CROWN: Material.COIN,
    Discipline.RELIGION: Material.TRIBUTE,
}
"""What a discipline is paid with: n of it for level n."""


class Progress(Numbered):
    """The progress cards, those of the legacy decks last (rules/natrak.md, 12.5, 12.6; names D39)."""

    MERCHANT = "comerciante", 0
    FLEET = "flotaMercante", 1
    HARBOUR = "puertoComercial", 2
    MASTER = "mercaderMaestro", 3
    RESOURCE_MONOPOLY = "monopolioDeRecurso", 4
    GOODS_MONOPOLY = "monopolioDeMercancia", 5
    BISHOP = "obispo", 6
    CONSTITUTION = "constitucion", 7
    DESERTER = "desertor", 8
    DIPLOMAT = "diplomatico", 9
    SPY = "espia", 10
    INTRIGUE = "intriga", 11
    SABOTEUR = "saboteador", 12
    WARLORD = "senorDeLaGuerra", 13
    WEDDING = "boda", 14
    ALCHEMIST = "alquimista", 15
    CRANE = "grua", 16
    SMITH = "herrero", 17
    PRINTER = "imprenta", 18
    ENGINEERING = "ingenieria", 19
    ROAD_ENGINEERING = "ingenieriaDeCaminos", 20
    INVENTOR = "inventor", 21
    IRRIGATION = "irrigacion", 22
    MEDICINE = "medicina", 23
    MINING = "mineria", 24
    FAIR = "feria", 25
    CONTRABAND = "contrabando", 26
    EMISSARY = "emisario", 27
    LEVY = "leva", 28
    SCHOLAR = "erudito", 29


PROGRESS = tuple(Progress)
PROGRESS_BY_WORD: Mapping[str, Progress] = {card.value: card for card in PROGRESS}
POINT_CARDS = (Progress.CONSTITUTION, Progress.PRINTER)
"""Revealed the moment they are drawn, for a point (D38)."""

Decks = Mapping[Discipline, Mapping[Progress, int]]

DECKS: Decks = {
    Discipline.ALCHEMY: {
        Progress.MERCHANT: 6,
        Progress.FLEET: 2,
        Progress.HARBOUR: 2,
        Progress.MASTER: 2,
        Progress.RESOURCE_MONOPOLY: 4,
        Progress.GOODS_MONOPOLY: 2,
    },
    Discipline.CROWN: {
        Progress.BISHOP: 2,
        Progress.CONSTITUTION: 1,
        Progress.DESERTER: 2,
        Progress.DIPLOMAT: 2,
        Progress.SPY: 3,
        Progress.INTRIGUE: 2,
        Progress.SABOTEUR: 2,
        Progress.WARLORD: 2,
        Progress.WEDDING: 2,
    },
    Discipline.RELIGION: {
        Progress.ALCHEMIST: 2,
        Progress.CRANE: 2,
        Progress.SMITH: 2,
        Progress.PRINTER: 1,
        Progress.ENGINEERING: 1,
        Progress.ROAD_ENGINEERING: 2,
        Progress.INVENTOR: 2,
        Progress.IRRIGATION: 2,
        Progress.MEDICINE: 2,
        Progress.MINING: 2,
    },
}
LEGACY_DECKS: Decks = {
    Discipline.ALCHEMY: {Progress.FAIR: 4, Progress.CONTRABAND: 4, Progress.MERCHANT: 4},
    Discipline.CROWN: {Progress.EMISSARY: 4, Progress.LEVY: 4, Progress.SPY: 4},
    Discipline.RELIGION: {Progress.SCHOLAR: 4, Progress.ROAD_ENGINEERING: 4, Progress.IRRIGATION: 4},
}
"""Of tables of the first generations: twelve cards a discipline, three kinds (D47)."""
DISCIPLINE_OF: Mapping[Progress, Discipline] = {
    card: discipline for decks in (DECKS, LEGACY_DECKS) for discipline, deck in decks.items() for card in deck
}


class Plan:
    """A map before anything is dealt on it: its hexes, and how many of each thing there are.

    `ports` are the coast edges that have one: a hex and the side through which one looks to sea. `main` are the hexes
    of the main island, `isles` those of each lesser one; where there are any, the other `hexes` are sea.
    """

    isles: tuple[frozenset[Cell], ...] = ()

    def __init__(
        self,
        hexes: Iterable[Cell],
        terrains: Mapping[Terrain, int],
        tokens: Mapping[int, int],
        ports: Sequence[tuple[Cell, Direction]],
        generic: int,
        own: Mapping[Material, int],
        deck: Counts,
    ) -> None:
        self.hexes = tuple(sorted(hexes, key=reading_order))
        self.main = frozenset(self.hexes)
        self.terrains = repeated(terrains)
        self.tokens = repeated(tokens)
        self.ports = tuple(ports)
        self.port_kinds: list[Material | None] = [None] * generic + repeated(own)
        self.deck = [scroll for scroll, n in zip(SCROLLS, deck, strict=True) for _ in range(n)]

    def amid(self, *isles: Iterable[Cell]) -> Plan:
        """This island in a sea two hexes wide, with lesser islands in its outer ring (D10)."""
        span = range(-SEA_SPAN, SEA_SPAN + 1)
        archipelago = copy(self)
        archipelago.isles = tuple(map(frozenset, isles))
        archipelago.hexes = tuple(
            (q, r)
            for r in span
            for q in span
            if min(distance((q, r), cell) for cell in self.main) <= SEA_WIDTH
        )
        return archipelago


SEA_WIDTH, SEA_SPAN = 2, 6
"""How many rings of hexes surround the main island, and how far they reach at most."""
ISLE_TERRAINS: Mapping[Terrain, int] = {
    Terrain.GOLD: 2,
    Terrain.MINE: 2,
    Terrain.QUARRY: 2,
    Terrain.FOREST: 2,
    Terrain.FIELD: 1,
    Terrain.MEADOW: 1,
}
"""What the ten hexes of the lesser islands are."""
ISLE_TOKENS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)

T = TypeVar("T")


def repeated(counts: Mapping[T, int]) -> list[T]:
    """Each thing as often as it is counted."""
    return [thing for thing, n in counts.items() for _ in range(n)]


E, NE, NW, W, SW, SE = Direction

SMALL = Plan(
    hexes=[(q, r) for q in range(-2, 3) for r in range(-2, 3) if -2 <= q + r <= 2],
    terrains={
        Terrain.FOREST: 4,
        Terrain.MEADOW: 4,
        Terrain.FIELD: 4,
        Terrain.QUARRY: 3,
        Terrain.MINE: 3,
        Terrain.MOOR: 1,
    },
    tokens={2: 1, 12: 1, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)},
    ports=(
        ((1, -2), NE),
        ((2, -2), E),
        ((2, 0), NE),
        ((1, 1), SE),
        ((0, 2), SW),
        ((-2, 2), SE),
        ((-2, 1), W),
        ((-2, 0), NW),
        ((0, -2), W),
    ),
    generic=4,
    own=dict.fromkeys(MATERIALS, 1),
    deck=SMALL_DECK,
)
LARGE = Plan(
    hexes=[(q, r) for q in range(-3, 3) for r in range(-3, 4) if -3 <= q + r <= 2],
    terrains={
        Terrain.FOREST: 6,
        Terrain.MEADOW: 6,
        Terrain.FIELD: 6,
        Terrain.QUARRY: 5,
        Terrain.MINE: 5,
        Terrain.MOOR: 2,
    },
    tokens={2: 2, 12: 2, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3)},
    ports=(
        ((1, -3), NE),
        ((2, -3), E),
        ((2, -1), NE),
        ((2, 0), SE),
        ((0, 2), E),
        ((-1, 3), SW),
        ((-3, 3), SE),
        ((-3, 2), W),
        ((-3, 0), SW),
        ((-2, -1), NW),
        ((0, -3), W),
    ),
    generic=5,
    own={material: 2 if material is Material.WOOL else 1 for material in MATERIALS},
    deck=LARGE_DECK,
)
SMALL_ARCHIPELAGO = SMALL.amid(
    [(2, -4), (3, -4), (4, -4)],
    [(4, 0), (3, 1)],
    [(-2, 4), (-3, 4), (-4, 4)],
    [(-4, 0), (-3, -1)],
)
LARGE_ARCHIPELAGO = LARGE.amid(
    [(2, -5), (3, -5)],
    [(4, -1), (4, 0)],
    [(0, 4), (-1, 5)],
    [(-5, 4), (-5, 3)],
    [(-3, -2), (-2, -3)],
)


# Cards as text: "madera", or "madera*3" for several; each material at most once.

Cards = tuple[str, ...]


def cards(counts: Sequence[int]) -> Cards:
    """The words for so many of each material."""
    return tuple(
        material.value if n == 1 else f"{material.value}*{n}"
        for material, n in zip(KINDS, counts, strict=False)
        if n
    )


def counted(words: Cards, kinds: int = len(MATERIALS)) -> Counts:
    """How many of each of the first `kinds` materials the words say; IllegalMove for what `cards` would not write."""
    counts = [0] * kinds
    for word in words:
        name, star, number = word.partition("*")
        material = BY_WORD.get(name)
        if material is None or material.at >= kinds or counts[material.at] or (star and not _several(number)):
            raise IllegalMove(
                gettext_noop("Name each material once, with a whole number of cards: choose them again.")
            )
        counts[material.at] = int(number) if star else 1
    return tuple(counts)


def _several(number: str) -> bool:
    return number.isascii() and number.isdigit() and len(number) <= 3 and int(number) > 1

"""What things are called in Natrak, and what its cards do; marked messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.core.drawing import listed
from games.core.words import Text, gettext_noop, plural, text
from games.natrak.components import KINDS, Discipline, Material, Piece, Progress, Scroll, Terrain, Version

MATERIAL_NAMES: Mapping[Material, Text] = {
    Material.WOOD: text(gettext_noop("wood")),
    Material.CLAY: text(gettext_noop("clay")),
    Material.WHEAT: text(gettext_noop("wheat")),
    Material.WOOL: text(gettext_noop("wool")),
    Material.STONE: text(gettext_noop("stone")),
    Material.HERBS: text(gettext_noop("herbs")),
    Material.TRIBUTE: text(gettext_noop("tribute")),
    Material.COIN: text(gettext_noop("coin")),
    Material.GOLD: text(gettext_noop("gold")),
}

TERRAIN_NAMES: Mapping[Terrain, Text] = {
    Terrain.FOREST: text(gettext_noop("forest")),
    Terrain.MEADOW: text(gettext_noop("meadow")),
    Terrain.FIELD: text(gettext_noop("farmland")),
    Terrain.QUARRY: text(gettext_noop("clay pit")),
    Terrain.MINE: text(gettext_noop("mine")),
    Terrain.MOOR: text(gettext_noop("moor")),
    Terrain.GOLD: text(gettext_noop("gold field")),
    Terrain.SEA: text(gettext_noop("sea")),
}

PIECE_NAMES: Mapping[Piece, Text] = {
    Piece.ROAD: text(gettext_noop("road")),
    Piece.CAMP: text(gettext_noop("camp")),
    Piece.CITY: text(gettext_noop("city")),
    Piece.SHIP: text(gettext_noop("drakkar")),
}

SCROLL_NAMES: Mapping[Scroll, Text] = {
    Scroll.MERCENARY: text(gettext_noop("Mercenary")),
    Scroll.GLORY: text(gettext_noop("Glory")),
    Scroll.ROADS: text(gettext_noop("Roads")),
    Scroll.PLENTY: text(gettext_noop("Plenty")),
    Scroll.MONOPOLY: text(gettext_noop("Monopoly")),
}

SCROLL_HELP: Mapping[Scroll, Text] = {
    Scroll.MERCENARY: text(
        gettext_noop(
            "Move the dragon and rob somebody there, even before you roll. Three make a company worth two points."
        )
    ),
    Scroll.GLORY: text(gettext_noop("A point from the moment you buy it. It is never launched.")),
    Scroll.ROADS: text(gettext_noop("Build two roads for nothing this turn.")),
    Scroll.PLENTY: text(gettext_noop("Take two basic resources of your choice.")),
    Scroll.MONOPOLY: text(gettext_noop("Name a basic resource: every rival gives you all of it.")),
}

DISCIPLINE_NAMES: Mapping[Discipline, Text] = {
    Discipline.ALCHEMY: text(gettext_noop("Alchemy")),
    Discipline.CROWN: text(gettext_noop("the Crown")),
    Discipline.RELIGION: text(gettext_noop("Religion")),
}

PROGRESS_NAMES: Mapping[Progress, Text] = {
    Progress.MERCHANT: text(gettext_noop("Merchant")),
    Progress.FLEET: text(gettext_noop("Merchant Fleet")),
    Progress.HARBOUR: text(gettext_noop("Commercial Harbour")),
    Progress.MASTER: text(gettext_noop("Master Merchant")),
    Progress.RESOURCE_MONOPOLY: text(gettext_noop("Resource Monopoly")),
    Progress.GOODS_MONOPOLY: text(gettext_noop("Goods Monopoly")),
    Progress.BISHOP: text(gettext_noop("Bishop")),
    Progress.CONSTITUTION: text(gettext_noop("Constitution")),
    Progress.DESERTER: text(gettext_noop("Deserter")),
    Progress.DIPLOMAT: text(gettext_noop("Diplomat")),
    Progress.SPY: text(gettext_noop("Spy")),
    Progress.INTRIGUE: text(gettext_noop("Intrigue")),
    Progress.SABOTEUR: text(gettext_noop("Saboteur")),
    Progress.WARLORD: text(gettext_noop("Warlord")),
    Progress.WEDDING: text(gettext_noop("Wedding")),
    Progress.ALCHEMIST: text(gettext_noop("Alchemist")),
    Progress.CRANE: text(gettext_noop("Crane")),
    Progress.SMITH: text(gettext_noop("Smith")),
    Progress.PRINTER: text(gettext_noop("Printing Press")),
    Progress.ENGINEERING: text(gettext_noop("Engineering")),
    Progress.ROAD_ENGINEERING: text(gettext_noop("Road Engineering")),
    Progress.INVENTOR: text(gettext_noop("Inventor")),
    Progress.IRRIGATION: text(gettext_noop("Irrigation")),
    Progress.MEDICINE: text(gettext_noop("Medicine")),
    Progress.MINING: text(gettext_noop("Mining")),
    Progress.FAIR: text(gettext_noop("Fair")),
    Progress.CONTRABAND: text(gettext_noop("Contraband")),
    Progress.EMISSARY: text(gettext_noop("Emissary of the Dragon")),
    Progress.LEVY: text(gettext_noop("Levy")),
    Progress.SCHOLAR: text(gettext_noop("Scholar")),
}

PROGRESS_HELP: Mapping[Progress, Text] = {
    Progress.MERCHANT: text(
        gettext_noop(
            "Put the Merchant on a hex of yours: its resource trades 2:1, and it is worth a point while you keep it."
        )
    ),
    Progress.FLEET: text(gettext_noop("Name a material: the guild takes it 2:1 this turn.")),
    Progress.HARBOUR: text(
        gettext_noop("Name a resource: every rival with goods gives you a random one for a card of it.")
    ),
    Progress.MASTER: text(
        gettext_noop("Look at the hand of a rival with more points, and take two cards of your choice.")
    ),
    Progress.RESOURCE_MONOPOLY: text(gettext_noop("Name a basic resource: every rival gives you up to two.")),
    Progress.GOODS_MONOPOLY: text(gettext_noop("Name a good: every rival gives you one.")),
    Progress.BISHOP: text(
        gettext_noop("Move the dragon and take a random card from every rival with a building there.")
    ),
    Progress.CONSTITUTION: text(gettext_noop("A point, open on the table from the moment it is drawn.")),
    Progress.DESERTER: text(
        gettext_noop(
            "A rival loses an adventurer of the lowest level they have, and you plant one of that level."
        )
    ),
    Progress.DIPLOMAT: text(gettext_noop("Take a rival's road with an open end off the board.")),
    Progress.SPY: text(gettext_noop("Look at a rival's progress cards and take one.")),
    Progress.INTRIGUE: text(
        gettext_noop("Take a rival's adventurer that stands at a road of yours off the board.")
    ),
    Progress.SABOTEUR: text(
        gettext_noop("Every rival with as many points as you, or more, discards half of their hand.")
    ),
    Progress.WARLORD: text(gettext_noop("Activate all your resting adventurers for nothing.")),
    Progress.WEDDING: text(
        gettext_noop("Every rival with more points than you gives you two cards of their choice.")
    ),
    Progress.ALCHEMIST: text(
        gettext_noop("Set both dice of your next roll, for all to know; the event die stays with chance.")
    ),
    Progress.CRANE: text(gettext_noop("Your next level in a discipline this turn costs one less.")),
    Progress.SMITH: text(gettext_noop("Promote two adventurers for nothing this turn.")),
    Progress.PRINTER: text(gettext_noop("A point, open on the table from the moment it is drawn.")),
    Progress.ENGINEERING: text(gettext_noop("Build a wall for nothing this turn.")),
    Progress.ROAD_ENGINEERING: text(gettext_noop("Build two roads for nothing this turn.")),
    Progress.INVENTOR: text(
        gettext_noop("Two number tokens change places; 2, 6, 8 and 12 stay where they are.")
    ),
    Progress.IRRIGATION: text(gettext_noop("Two wheat for every farmland that a building of yours touches.")),
    Progress.MEDICINE: text(gettext_noop("A city this turn costs one wheat and one stone less.")),
    Progress.MINING: text(gettext_noop("Two stone for every mine that a building of yours touches.")),
    Progress.FAIR: text(gettext_noop("Take two basic resources of your choice.")),
    Progress.CONTRABAND: text(gettext_noop("Take a random card from a rival.")),
    Progress.EMISSARY: text(gettext_noop("Move the dragon and rob somebody there.")),
    Progress.LEVY: text(gettext_noop("Activate a resting adventurer for nothing.")),
    Progress.SCHOLAR: text(gettext_noop("A point as long as you hold it. It is never played.")),
}

CLASSES: Mapping[str, Text] = {
    "guerrero": text(gettext_noop("Warrior")),
    "paladin": text(gettext_noop("Paladin")),
    "enano": text(gettext_noop("Dwarf")),
    "cazador": text(gettext_noop("Hunter")),
    "asesino": text(gettext_noop("Assassin")),
    "druida": text(gettext_noop("Druid")),
    "mago": text(gettext_noop("Mage")),
    "hechicero": text(gettext_noop("Sorcerer")),
    "monje": text(gettext_noop("Monk")),
}
"""The portraits one chooses from."""

VERSION_NAMES: Mapping[Version, Text] = {
    Version.BASICO: text(gettext_noop("Basic: the island, roads, camps, cities, trade")),
    Version.AVENTUREROS: text(
        gettext_noop("With adventurers: goblins, adventurers, disciplines and progress cards besides")
    ),
    Version.COMPLETO: text(
        gettext_noop("Complete: the sea as well, with lesser islands, fog, drakkars, gold and a kraken")
    ),
}


def cards_of(material: Material, n: int) -> Text:
    """So many cards of a material."""
    match material:
        case Material.WOOD:
            return plural(gettext_noop("{n} wood"), gettext_noop("{n} wood"), n=n)
        case Material.CLAY:
            return plural(gettext_noop("{n} clay"), gettext_noop("{n} clay"), n=n)
        case Material.WHEAT:
            return plural(gettext_noop("{n} wheat"), gettext_noop("{n} wheat"), n=n)
        case Material.WOOL:
            return plural(gettext_noop("{n} wool"), gettext_noop("{n} wool"), n=n)
        case Material.STONE:
            return plural(gettext_noop("{n} stone"), gettext_noop("{n} stone"), n=n)
        case Material.HERBS:
            return plural(gettext_noop("{n} herb"), gettext_noop("{n} herbs"), n=n)
        case Material.TRIBUTE:
            return plural(gettext_noop("{n} tribute"), gettext_noop("{n} tributes"), n=n)
        case Material.COIN:
            return plural(gettext_noop("{n} coin"), gettext_noop("{n} coins"), n=n)
        case Material.GOLD:
            return text(gettext_noop("{n} gold"), n=n)


def cards_name(counts: Sequence[int]) -> Text:
    """So many of each material, in words."""
    parts = [cards_of(KINDS[at], n) for at, n in enumerate(counts) if n]
    return listed(parts) if parts else text(gettext_noop("nothing"))

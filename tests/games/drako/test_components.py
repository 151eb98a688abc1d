"""rules/drako.md, Board and figures; Decks: the table against every fact that is known of the game."""

from games.core.hexes import distance
from games.drako.components import (
    ABILITIES,
    CARDS,
    DRAGON_CARDS,
    DWARF_CARDS,
    DWARVES,
    FIRST_PLACES,
    LAIR,
    SPACES,
    VALLEY,
    Card,
    Kind,
    Part,
    deck,
)


def copies(cards: tuple[Card, ...], kind: Kind) -> int:
    """How many cards show a symbol."""
    return sum(card.copies for card in cards if card.symbol(kind))


def values(cards: tuple[Card, ...], kind: Kind) -> set[int]:
    return {symbol.value for card in cards if (symbol := card.symbol(kind))}


def test_scenario_01_the_known_totals():
    assert len(deck(DRAGON_CARDS)) == len(deck(DWARF_CARDS)) == 38
    assert copies(DRAGON_CARDS, Kind.DEFENCE) == 8
    assert copies(DRAGON_CARDS, Kind.FLIGHT) == 5
    assert copies(DWARF_CARDS, Kind.NET) == 3
    assert len(VALLEY) == 19
    assert sum(SPACES.values()) == 25
    assert sum(SPACES[part] for part in Part) == 10


def test_attacks_have_the_known_strengths():
    assert values(DWARF_CARDS, Kind.ATTACK) | values(DWARF_CARDS, Kind.ATTACK2) == {1, 2}
    assert values(DRAGON_CARDS, Kind.ATTACK) == {1, 2, 3}
    assert values(DWARF_CARDS, Kind.CROSSBOW) == values(DRAGON_CARDS, Kind.FIRE) == {1, 2}


def test_the_armour_has_four_spaces_and_every_ability_some():
    assert SPACES[Part.ARMOUR] == 4
    assert all(SPACES[part] for part in ABILITIES)
    assert [SPACES[dwarf] for dwarf in DWARVES] == [6, 5, 4]


def test_every_card_shows_one_or_two_symbols_of_its_own_side():
    for card in CARDS.values():
        assert len(card.symbols) in (1, 2)
        assert len({symbol.kind for symbol in card.symbols}) == len(card.symbols)
    dwarfish = {Kind.CROSSBOW, Kind.NET, Kind.ATTACK2, Kind.MOVE2}
    assert not any(symbol.kind in dwarfish for card in DRAGON_CARDS for symbol in card.symbols)
    assert not any(symbol.kind in (Kind.FIRE, Kind.FLIGHT) for card in DWARF_CARDS for symbol in card.symbols)


def test_the_first_places_touch_neither_the_dragon_nor_each_other():
    places = list(FIRST_PLACES.values())
    assert all(distance(place, LAIR) == 2 for place in places)
    assert all(distance(one, other) > 1 for one in places for other in places if one is not other)

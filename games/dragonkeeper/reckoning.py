"""What tiles are worth, and what may be paid at the end (rules/dragonkeeper.md, End of the game). Looks only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from games.dragonkeeper.components import TILES, Action, Colour
from games.dragonkeeper.moves import Tribute
from games.dragonkeeper.state import tiles_of

Held = Mapping[Colour, Sequence[int]]
"""A player's stacks, the top tile last."""


def points(tiles: Sequence[int]) -> int:
    """The values of some tiles, added up."""
    return sum(TILES[tile].value for tile in tiles)


def worth(stacks: Held, guild: Colour) -> int:
    """What stacks are worth to a player of that original guild, whose tiles count negative."""
    return sum(points(tiles) * (-1 if colour is guild else 1) for colour, tiles in stacks.items())


# Tribute


def highest(stacks: Held) -> list[Colour]:
    """The highest stacks, all those that tie; none without tiles."""
    most = max((len(tiles) for tiles in stacks.values()), default=0)
    return [colour for colour in Colour if len(stacks.get(colour, ())) == most > 0]


def tributes(stacks: Held, guild: Colour) -> list[tuple[Colour, ...]]:
    """Every way to pay: the highest stack, and if that is the own guild's, the highest of the others too."""
    others = {colour: tiles for colour, tiles in stacks.items() if colour is not guild}
    found: list[tuple[Colour, ...]] = []
    for colour in highest(stacks):
        if colour is not guild:
            found.append((colour,))
        else:
            found += [(guild, second) for second in highest(others)] or [(guild,)]
    return found or [()]


def without(stacks: Held, paid: Sequence[Colour], gone: Sequence[int] = ()) -> dict[Colour, list[int]]:
    """What is left after a tribute, and after single tiles have gone."""
    return {
        colour: [] if colour in paid else [tile for tile in stacks[colour] if tile not in gone]
        for colour in Colour
    }


# Releases


def pairs(frees: Sequence[int]) -> list[tuple[int, int]]:
    """The releases and the tiles they free, from the flat list of a move."""
    return list(zip(frees[::2], frees[1::2], strict=True))


def releases(left: Held) -> list[int]:
    """The releases held after the tribute."""
    return [tile for tile in tiles_of(left) if TILES[tile].action is Action.RELEASE]


def liberations(left: Held, guild: Colour) -> Iterator[tuple[int, ...]]:
    """Every way to use the releases left, those that come to the same points only once.

    A release frees a tile of the own guild, but no release that is used itself.
    """
    held = releases(left)
    for number in range(len(held) + 1):
        for used in combinations(held, number):
            targets = [tile for tile in left[guild] if tile not in used]
            targets.sort(key=lambda tile: (-TILES[tile].value, tile))
            seen: list[list[int]] = []
            for freed in combinations(targets, number):
                values = [TILES[tile].value for tile in freed]
                if values not in seen:
                    seen.append(values)
                    yield tuple(tile for pair in zip(used, freed, strict=True) for tile in pair)


def may_free(left: Held, guild: Colour, frees: Sequence[int]) -> bool:
    """Whether a move's list is of held releases and other tiles of the own guild, each named once."""
    if len(frees) % 2 or len(set(frees)) != len(frees):
        return False
    held = releases(left)
    return all(release in held and tile in left[guild] for release, tile in pairs(frees))


# The whole answer


def answers(stacks: Held, guild: Colour) -> Iterator[Tribute]:
    """Every answer to the sealed question; among those that pay the same, first what leaves most points."""
    for paid in tributes(stacks, guild):
        possible = [Tribute(paid, frees) for frees in liberations(without(stacks, paid), guild)]
        yield from sorted(possible, key=lambda answer: -worth(kept(stacks, answer), guild))


def kept(stacks: Held, answer: Tribute) -> dict[Colour, list[int]]:
    """What is counted after an answer."""
    return without(stacks, answer.stacks, answer.frees)


def ready_made(stacks: Held, guild: Colour) -> Tribute:
    """The answer the clock gives: the stacks worth least, and the releases as they bring most."""

    def cost(answer: Tribute) -> tuple[int, int]:
        paid = {colour: stacks[colour] for colour in answer.stacks}
        return worth(paid, guild), -worth(kept(stacks, answer), guild)

    return min(answers(stacks, guild), key=cost)

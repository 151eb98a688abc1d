"""What choices mean, what a move will do, and the position in words (what the log says is in `words`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from games.core.drawing import cell_of, listed
from games.core.grids import Cell
from games.core.model import Move, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.dragonkeeper.components import LEVELS, REWARDED_GIFT, SIZE, TILES, Action, Colour
from games.dragonkeeper.levels import due
from games.dragonkeeper.moves import Decline, Exchange, Give, Passage, Take, Trap, Tribute
from games.dragonkeeper.reckoning import kept, pairs, worth
from games.dragonkeeper.state import column
from games.dragonkeeper.view import View
from games.dragonkeeper.words import ACTION_HELP, GUILD_NAMES, cell_name, tile_name

GROUPS: Mapping[tuple[str, int], Text] = {
    ("take", 2): text(gettext_noop("Take from the row")),
    ("give", 2): text(gettext_noop("Give from the column")),
    ("exchange", 3): text(gettext_noop("Get in exchange")),
    ("trap", 2): text(gettext_noop("Take by the trap")),
    ("passage", 2): text(gettext_noop("Take by the passage")),
    ("tribute", 2): text(gettext_noop("What the dragon gets")),
    ("tribute", 3): text(gettext_noop("What your releases do")),
}
"""The title of a step of choosing, by verb and number of words."""


# What choosing means


def goal(pick: str) -> Cell | None:
    """The cell that a selection ends at; a tribute names stacks and tiles, not cells."""
    return cell_of(pick) if pick.split(" ")[0] in ("take", "give", "trap", "passage") else None


def label(view: View, pick: str) -> Text:
    """A selection in words."""
    cell = goal(pick)
    if cell is not None:
        return text(gettext_noop("{tile} at {place}"), tile=tile_name(view.grid[cell]), place=cell_name(cell))
    match pick.split():
        case ["exchange", seat]:
            return text(gettext_noop("Exchange with {who}"), who=Who(int(seat)))
        case ["exchange", seat, colour]:
            top = view.tops[int(seat)][Colour(colour)]
            return text(gettext_noop("{who}: {tile}"), who=Who(int(seat)), tile=tile_name(top))
        case ["decline"]:
            return text(gettext_noop("Leave it unused"))
        case ["tribute", stacks]:
            return _paid(view, _colours(stacks))
        case ["tribute", _, "-"]:
            return text(gettext_noop("Use no release"))
        case ["tribute", _, frees]:
            return _freed([int(number) for number in frees.split(",")])
    raise ValueError(pick)


def _colours(word: str) -> list[Colour]:
    return [] if word == "-" else [Colour(name) for name in word.split(",")]


def _paid(view: View, colours: Sequence[Colour]) -> Text:
    if not colours:
        return text(gettext_noop("nothing"))
    return listed([stack(colour, len(view.stacks[colour])) for colour in colours])


def stack(colour: Colour, tiles: int) -> Text:
    """A stack and its height."""
    return plural(
        gettext_noop("{guild}: {n} tile"),
        gettext_noop("{guild}: {n} tiles"),
        n=tiles,
        guild=GUILD_NAMES[colour],
    )


def _freed(frees: Sequence[int]) -> Text:
    return listed(
        [
            text(gettext_noop("{release} lets {tile} go"), release=tile_name(release), tile=tile_name(tile))
            for release, tile in pairs(frees)
        ]
    )


# What a move will do


def preview(view: View, move: Move) -> Text:
    """The selected move in a sentence: what you take, and what you could then give, or what you give to whom."""
    match move:
        case Take(cell):
            return _with_help(_preview_take(view, cell), TILES[view.grid[cell]].action)
        case Give(cell):
            return _preview_give(view, view.grid[cell])
        case Exchange(seat, colour):
            return text(
                gettext_noop("You get {tile} from {who}, who gets your prisoner exchange."),
                tile=tile_name(view.tops[seat][colour]),
                who=Who(seat),
            )
        case Trap(cell):
            return text(
                gettext_noop("You take {tile}. The trap is gone, and the dragon stays where it is."),
                tile=tile_name(view.grid[cell]),
            )
        case Passage(cell):
            return text(
                gettext_noop("You take {tile}. The passage is gone, and your turn ends."),
                tile=tile_name(view.grid[cell]),
            )
        case Decline():
            return text(gettext_noop("You leave the action unused and keep the tile."))
        case Tribute():
            return _preview_tribute(view, move)
    raise TypeError(move)


def _with_help(sentence: Text, action: Action | None) -> Text:
    """The sentence, and what the tile's action does."""
    if action is None:
        return sentence
    return text(gettext_noop("{sentence} {help}"), sentence=sentence, help=ACTION_HELP[action])


def _preview_take(view: View, cell: Cell) -> Text:
    tile = tile_name(view.grid[cell])
    left = {other: number for other, number in view.grid.items() if other != cell}
    gifts = [tile_name(view.grid[other]) for other in column(left, cell)]
    if not gifts or view.recipient is None:
        return text(
            gettext_noop(
                "You take {tile}. Nothing is left to give then, so the level ends with you as last taker."
            ),
            tile=tile,
        )
    if len(gifts) == 1:
        return text(
            gettext_noop("You take {tile}. Then {who} gets {gift} from you."),
            tile=tile,
            who=Who(view.recipient),
            gift=gifts[0],
        )
    return text(
        gettext_noop("You take {tile}. Then {who} gets one of these from you: {gifts}."),
        tile=tile,
        who=Who(view.recipient),
        gifts=listed(gifts),
    )


def _preview_give(view: View, tile: int) -> Text:
    assert view.recipient is not None
    to, name = Who(view.recipient), tile_name(tile)
    if TILES[tile].value < REWARDED_GIFT:
        return text(gettext_noop("You give {tile} to {who}. It brings you no treasure."), tile=name, who=to)
    if not view.stock:
        return text(gettext_noop("You give {tile} to {who}. No treasure is left for you."), tile=name, who=to)
    return text(gettext_noop("You give {tile} to {who} and get a treasure."), tile=name, who=to)


def _preview_tribute(view: View, move: Tribute) -> Text:
    assert view.seat is not None
    points = worth(kept(view.stacks, move), view.guilds[view.seat])
    paid = _paid(view, move.stacks)
    if move.frees:
        return plural(
            gettext_noop("For the dragon: {paid}. {frees}. You keep {n} point."),
            gettext_noop("For the dragon: {paid}. {frees}. You keep {n} points."),
            n=points,
            paid=paid,
            frees=_freed(move.frees),
        )
    return plural(
        gettext_noop("For the dragon: {paid}. You keep {n} point."),
        gettext_noop("For the dragon: {paid}. You keep {n} points."),
        n=points,
        paid=paid,
    )


# The position in words


def level(view: View) -> Text:
    """Which level it is."""
    return text(gettext_noop("Level {level} of {levels}"), level=view.level, levels=LEVELS)


def to_pay(view: View) -> Text:
    """How many tiles are left, and what everybody would pay now."""
    return plural(
        gettext_noop("{n} tile left, {fee} to pay"),
        gettext_noop("{n} tiles left, {fee} to pay"),
        n=len(view.grid),
        fee=due(len(view.grid)),
    )


def treasure(number: int) -> Text:
    """A number of treasure."""
    return text(gettext_noop("Treasure: {count}"), count=number)


def stock(view: View) -> Text:
    """The treasure nobody has."""
    return text(gettext_noop("{count} in the stock"), count=view.stock)


def pile(view: View, seat: Seat, colour: Colour) -> Text:
    """A stack as everybody sees it: how high, and what lies on top."""
    height = view.heights[seat].get(colour, 0)
    if not height:
        return text(gettext_noop("{guild}: none"), guild=GUILD_NAMES[colour])
    return text(
        gettext_noop("{stack}, on top {tile}"),
        stack=stack(colour, height),
        tile=tile_name(view.tops[seat][colour]),
    )


def fan(view: View, colour: Colour) -> Text:
    """One of the reader's own stacks, from the top to the bottom."""
    return text(
        gettext_noop("{stack}, from the top: {tiles}"),
        stack=stack(colour, len(view.stacks[colour])),
        tiles=listed([tile_name(tile) for tile in view.stacks[colour][::-1]]),
    )


def own_guild(guild: Colour) -> Text:
    """What the reader must hide."""
    return text(
        gettext_noop("You once belonged to the {guild}: their tiles count against you."),
        guild=GUILD_NAMES[guild],
    )


def in_words(view: View) -> Iterator[tuple[Text, Iterable[Text]]]:
    """The position for who can't see it, a title and lines each: the level, everybody's stacks, the reader's own."""
    yield level(view), _level_in_words(view)
    for seat in view.order:
        yield _title(view, seat), _player(view, seat)
    if view.seat is not None:
        yield text(gettext_noop("Your stacks")), _own(view, view.guilds[view.seat])


def _level_in_words(view: View) -> Iterator[Text]:
    yield to_pay(view)
    yield stock(view)
    yield text(gettext_noop("The dragon stands at {place}."), place=cell_name(view.dragon))
    for y in range(SIZE):
        tiles = [
            text(gettext_noop("column {column}: {tile}"), column=x + 1, tile=tile_name(view.grid[x, y]))
            for x in range(SIZE)
            if (x, y) in view.grid
        ]
        if tiles:
            yield text(gettext_noop("Row {row}: {tiles}"), row=y + 1, tiles=listed(tiles))


def _title(view: View, seat: Seat) -> Text:
    if seat == view.recipient:
        return text(gettext_noop("{who}, who gets your gifts"), who=Who(seat))
    return text(gettext_noop("{who}"), who=Who(seat))


def _player(view: View, seat: Seat) -> Iterator[Text]:
    if seat in view.out:
        yield text(gettext_noop("eliminated"))
        return
    yield treasure(view.treasure[seat])
    for colour in Colour:
        if colour in view.heights[seat]:
            yield pile(view, seat, colour)


def _own(view: View, guild: Colour) -> Iterator[Text]:
    yield own_guild(guild)
    for colour in Colour:
        if view.stacks[colour]:
            yield fan(view, colour)

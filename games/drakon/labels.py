"""The words beside the drawing: what a choice means, what a move will do, and the board for who can't see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache

from games.core.drawing import cell_of, listed
from games.core.grids import Cell, reading_order
from games.core.model import Move, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.drakon.components import CHAMBERS, Kind
from games.drakon.moves import (
    Bury,
    Destroy,
    EndTurn,
    Filch,
    Go,
    LeaveCoin,
    LetGo,
    NothingFits,
    Place,
    Push,
    Refuse,
    Rob,
    Rotate,
    Send,
    Shift,
    Stride,
    TakeCoin,
    Walk,
)
from games.drakon.view import View
from games.drakon.words import CHAMBER_HELP, CHAMBER_NAMES, HERO_NAMES

EXITS: tuple[Text, ...] = (
    text(gettext_noop("no arrows")),
    text(gettext_noop("arrow north")),
    text(gettext_noop("arrow east")),
    text(gettext_noop("arrows north and east")),
    text(gettext_noop("arrow south")),
    text(gettext_noop("arrows north and south")),
    text(gettext_noop("arrows east and south")),
    text(gettext_noop("arrows north, east and south")),
    text(gettext_noop("arrow west")),
    text(gettext_noop("arrows north and west")),
    text(gettext_noop("arrows east and west")),
    text(gettext_noop("arrows north, east and west")),
    text(gettext_noop("arrows south and west")),
    text(gettext_noop("arrows north, south and west")),
    text(gettext_noop("arrows east, south and west")),
    text(gettext_noop("arrows on all four sides")),
)
"""A chamber's arrows in words, by its set of sides as bits."""
TURNS: Mapping[int, Text] = {
    1: text(gettext_noop("a quarter to the right")),
    2: text(gettext_noop("half way round")),
    3: text(gettext_noop("a quarter to the left")),
}

SIMPLE: Mapping[str, Text] = {
    "end": text(gettext_noop("End the turn")),
    "refuse": text(gettext_noop("Keep the coin")),
    "letgo": text(gettext_noop("Let it go")),
    "take": text(gettext_noop("Take a coin")),
    "leave": text(gettext_noop("Leave it")),
    "nothing": text(gettext_noop("Nothing fits")),
    "walk": text(gettext_noop("Power: walk through a wall")),
    "push": text(gettext_noop("Power: push an opponent")),
    "filch": text(gettext_noop("Power: take a coin")),
    "bury": text(gettext_noop("Power: swap two chambers")),
    "stride": text(gettext_noop("Power: move once more")),
}
"""Selections of one word: a whole move, or a power picked up."""


@cache
def place_name(cell: Cell) -> Text:
    """Where a cell lies, seen from the middle of the map: "E2 N1"."""
    x, y = cell
    east = text(gettext_noop("E{n}"), n=x) if x > 0 else text(gettext_noop("W{n}"), n=-x)
    south = text(gettext_noop("S{n}"), n=y) if y > 0 else text(gettext_noop("N{n}"), n=-y)
    if x and y:
        return text(gettext_noop("{east} {south}"), east=east, south=south)
    if x or y:
        return east if x else south
    return text(gettext_noop("middle"))


def _name_at(view: View, cell: Cell) -> Text:
    return CHAMBER_NAMES[view.board[cell].kind]


def label(view: View, pick: str) -> Text:
    """What choosing this means, in words."""
    cell = cell_of(pick)
    match pick.split():
        case [word] if word in SIMPLE:
            return SIMPLE[word]
        case ["place", number]:
            chamber = CHAMBERS[int(number)]
            exits = EXITS[chamber.arrows[0]]
            return text(
                gettext_noop("Place {chamber} ({exits})"), chamber=CHAMBER_NAMES[chamber.kind], exits=exits
            )
        case ["place", _, _] if cell:
            return text(gettext_noop("at {place}"), place=place_name(cell))
        case ["place", number, _, facing] | ["shift", _, number, facing]:
            arrows = CHAMBERS[int(number)].arrows[int(facing)]
            return text(gettext_noop("Turned: {exits}"), exits=EXITS[arrows])
        case ["go", _] if cell:
            return text(
                gettext_noop("Move to {chamber} at {place}"),
                chamber=_name_at(view, cell),
                place=place_name(cell),
            )
        case ["shift", _] | ["destroy", _] | ["rotate", _] if cell:
            return text(
                gettext_noop("{chamber} at {place}"), chamber=_name_at(view, cell), place=place_name(cell)
            )
        case ["shift", _, number]:
            return text(
                gettext_noop("Put {chamber} there"), chamber=CHAMBER_NAMES[CHAMBERS[int(number)].kind]
            )
        case ["rotate", _, quarters]:
            return text(gettext_noop("Turn {how}"), how=TURNS[int(quarters)])
        case ["rob" | "filch", seat]:
            return text(gettext_noop("Take from {who}"), who=Who(int(seat)))
        case ["send", seat]:
            return text(gettext_noop("Move {who}'s hero"), who=Who(int(seat)))
        case ["walk" | "stride", _] | ["send" | "push", _, _] if cell:
            return text(
                gettext_noop("to {chamber} at {place}"), chamber=_name_at(view, cell), place=place_name(cell)
            )
        case ["push", seat]:
            return text(gettext_noop("Push {who}"), who=Who(int(seat)))
        case ["bury", number] | ["bury", _, number]:
            return CHAMBER_NAMES[CHAMBERS[int(number)].kind]
    raise ValueError(pick)


def preview(view: View, move: Move) -> Text:
    """What the selected move will do, in one sentence."""
    match move:
        case Place(chamber, cell):
            return text(
                gettext_noop("Place {chamber} at {place}, then draw. Tap it to turn it."),
                chamber=CHAMBER_NAMES[CHAMBERS[chamber].kind],
                place=place_name(cell),
            )
        case Go(cell):
            kind = view.board[cell].kind
            return text(
                gettext_noop("Move to {chamber}. {help}"),
                chamber=CHAMBER_NAMES[kind],
                help=CHAMBER_HELP[kind],
            )
        case Shift(cell, chamber):
            return text(
                gettext_noop("Swap {old} for {new}. Tap it to turn it."),
                old=_name_at(view, cell),
                new=CHAMBER_NAMES[CHAMBERS[chamber].kind],
            )
        case Destroy(cell):
            return text(
                gettext_noop("Destroy {chamber}: it goes under the draw pile."), chamber=_name_at(view, cell)
            )
        case Rotate(cell, quarters):
            return text(
                gettext_noop("Turn {chamber} {how}."), chamber=_name_at(view, cell), how=TURNS[quarters]
            )
        case Send(seat, cell):
            return text(
                gettext_noop("Move {who} to {chamber}. What happens there is {who}'s to decide."),
                who=Who(seat),
                chamber=_name_at(view, cell),
            )
        case Rob(seat):
            return text(gettext_noop("Take a chamber at random from {who}."), who=Who(seat))
        case Walk(cell) | Stride(cell):
            kind = view.board[cell].kind
            return text(
                gettext_noop("Your power: move to {chamber}. {help}"),
                chamber=CHAMBER_NAMES[kind],
                help=CHAMBER_HELP[kind],
            )
        case Push(seat, cell):
            return text(
                gettext_noop(
                    "Your power: push {who} into {chamber}. What happens there is {who}'s to decide; "
                    "then you take a chamber from their hand."
                ),
                who=Who(seat),
                chamber=_name_at(view, cell),
            )
        case Filch(seat):
            return text(gettext_noop("Your power: take a coin from {who}."), who=Who(seat))
        case Bury(first, second):
            return text(
                gettext_noop("Your power: put {first} and {second} under the draw pile and draw two."),
                first=CHAMBER_NAMES[CHAMBERS[first].kind],
                second=CHAMBER_NAMES[CHAMBERS[second].kind],
            )
        case Refuse():
            return text(gettext_noop("Keep the coin. The Knight's power is used up then."))
        case LetGo():
            return text(gettext_noop("Let the coin go and save the Knight's power."))
        case EndTurn():
            return text(gettext_noop("End your turn and save your power."))
        case TakeCoin():
            return text(gettext_noop("Take a coin from the start chamber."))
        case LeaveCoin():
            return text(gettext_noop("Leave the coins where they are."))
        case NothingFits():
            return text(gettext_noop("None of your chambers fits anywhere: everything stays as it is."))
    raise TypeError(move)


GROUPS: Mapping[tuple[str, int], Text] = {
    ("go", 2): text(gettext_noop("Move your hero")),
    ("place", 2): text(gettext_noop("Place a chamber")),
    ("place", 3): text(gettext_noop("Where to place it")),
    ("place", 4): text(gettext_noop("How to turn it")),
    ("shift", 2): text(gettext_noop("Which chamber to replace")),
    ("shift", 3): text(gettext_noop("By which of yours")),
    ("shift", 4): text(gettext_noop("How to turn it")),
    ("destroy", 2): text(gettext_noop("Which chamber to destroy")),
    ("rotate", 2): text(gettext_noop("Which chamber to turn")),
    ("rotate", 3): text(gettext_noop("How to turn it")),
    ("walk", 2): text(gettext_noop("Where to walk")),
    ("stride", 2): text(gettext_noop("Where to move")),
    ("push", 2): text(gettext_noop("Whom to push")),
    ("push", 3): text(gettext_noop("Where to push")),
    ("filch", 2): text(gettext_noop("Whose coin")),
    ("bury", 2): text(gettext_noop("The first chamber to put away")),
    ("bury", 3): text(gettext_noop("The second chamber to put away")),
    ("send", 2): text(gettext_noop("Whose hero to move")),
    ("send", 3): text(gettext_noop("Where to move it")),
}
"""The title of a step of choosing, by verb and number of words; steps without one are buttons of the bar alone."""


def in_words(view: View) -> Iterator[tuple[Text, Iterable[Text]]]:
    """The position for who can't see it, a title and lines each: the map, everybody's belongings, the hand."""
    yield text(gettext_noop("The map, from north to south")), _map_in_words(view)
    yield text(gettext_noop("Everybody")), (_seat_in_words(view, seat) for seat in view.order)
    if view.hand:
        yield text(gettext_noop("Your chambers")), map(_held_in_words, view.hand)


def _map_in_words(view: View) -> Iterable[Text]:
    for cell in sorted(view.board, key=reading_order):
        laid = view.board[cell]
        here = tuple(seat for seat in view.order if view.heroes[seat] == cell) if cell in view.heroes else ()
        coins = view.start_coins if laid.kind is Kind.START else 0
        yield _chamber_in_words(cell, laid.kind, laid.arrows, here, coins)


def _seat_in_words(view: View, seat: Seat) -> Text:
    """Where a player's hero stands, and what is known to be theirs."""
    facts = [
        place_name(view.heroes[seat]),
        plural(gettext_noop("{n} coin"), gettext_noop("{n} coins"), n=view.coins[seat]),
        plural(gettext_noop("{n} chamber"), gettext_noop("{n} chambers"), n=view.hand_sizes[seat]),
    ]
    if view.dealt:
        facts.append(HERO_NAMES[view.dealt[seat]])
        if not view.unspent[seat]:
            facts.append(text(gettext_noop("power used up")))
    return text(gettext_noop("{who}: {facts}"), who=Who(seat), facts=listed(facts))


@cache
def _held_in_words(number: int) -> Text:
    """A chamber in the hand, and what it does."""
    chamber = CHAMBERS[number]
    return text(
        gettext_noop("{chamber} ({exits}). {help}"),
        chamber=CHAMBER_NAMES[chamber.kind],
        exits=EXITS[chamber.arrows[0]],
        help=CHAMBER_HELP[chamber.kind],
    )


@lru_cache(maxsize=5000)
def _chamber_in_words(cell: Cell, kind: Kind, arrows: int, here: tuple[Seat, ...], coins: int) -> Text:
    """A chamber, its arrows, the coins on it and who stands there."""
    parts = [EXITS[arrows], *(text(gettext_noop("{who} stands here"), who=Who(seat)) for seat in here)]
    if coins:
        parts.append(plural(gettext_noop("{n} coin"), gettext_noop("{n} coins"), n=coins))
    return text(
        gettext_noop("{place}: {chamber} ({facts})"),
        place=place_name(cell),
        chamber=CHAMBER_NAMES[kind],
        facts=listed(parts),
    )

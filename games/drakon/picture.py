"""Draws a view: the map, the hand and what can be chosen on them, as ready strings.

A cell is 64 units wide. What can be chosen is a link that carries the selection; the last step of a chamber's move, its
orientation, is chosen by tapping the chamber again, so the first one that fits is shown at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape

from games.core.choosing import Choices
from games.core.drawing import (
    UNIT,
    arrive,
    cell_of,
    chain,
    choice,
    count,
    groups,
    section,
    step,
    steps,
    supplies,
    use,
)
from games.core.grids import SIDES, Cell
from games.core.model import Button, Move, Pen, Picture, Seat
from games.core.words import gettext_noop, plural, text
from games.drakon import labels
from games.drakon.components import CHAMBERS, Kind
from games.drakon.events import Destroyed, Moved, Placed, Rotated, Shifted
from games.drakon.moves import Destroy, Go, Place, Push, Rotate, Send, Shift, Stride, Walk
from games.drakon.powers import walls_out
from games.drakon.state import Laid, frontier
from games.drakon.view import View
from games.drakon.words import CHAMBER_HELP, CHAMBER_NAMES, HERO_HELP, HERO_NAMES

HERO_PLACES: Mapping[int, Sequence[tuple[int, int, int]]] = {
    1: ((29, 28, 35),),
    2: ((0, 30, 33), (31, 30, 33)),
    3: ((0, 30, 30), (34, 30, 30), (17, 34, 30)),
    4: ((2, 8, 28), (34, 8, 28), (2, 35, 28), (34, 35, 28)),
    5: ((2, 6, 26), (36, 6, 26), (0, 36, 26), (38, 36, 26), (19, 30, 26)),
    6: ((0, 6, 26), (19, 2, 26), (38, 6, 26), (0, 36, 26), (19, 34, 26), (38, 36, 26)),
}
"""Where the heroes of a crowded chamber stand: x, y and size, by how many they are."""


def draw(view: View, choices: Choices, picked: str, pen: Pen) -> Picture:
    """The picture for one reader; `picked` is the selection, as much of it as is still legal."""
    desk = Desk(view, choices, arrive(choices, choices.still_legal(picked), _chooses_orientation), pen)
    move = choices.move(desk.picked)
    return Picture(
        board=_board(desk, move) + _supplies(desk),
        hand=_hand(desk, move),
        badges={seat: _badge(desk, seat) for seat in view.order},
        faces={seat: desk.face(seat) for seat in view.order},
        bar=tuple(desk.button(pick) for pick in desk.open if _belongs_in_bar(pick)),
        groups=groups(pen, ((labels.GROUPS.get(step(pick)), desk.button(pick)) for pick in desk.open)),
        move=move,
        preview=pen.say(labels.preview(view, move)) if move else "",
        shown=tuple(section(pen, title, lines) for title, lines in labels.in_words(view)),
        scores={seat: view.coins[seat] for seat in view.order},
        scored=pen.say(text(gettext_noop("Coins"))),
    )


# Selections


def _chooses_orientation(pick: str) -> bool:
    """Whether the last word of the selection turns a chamber."""
    return step(pick) in {("place", 4), ("shift", 4), ("rotate", 3)}


def _belongs_in_bar(pick: str) -> bool:
    """Answers, powers and seats are buttons beside the question; cells and chambers are on the table."""
    words = pick.split()
    return len(words) == 1 or (words[0] in ("rob", "send", "push", "filch") and len(words) == 2)


@dataclass(frozen=True)
class Desk:
    """What every part of the drawing needs."""

    view: View
    choices: Choices
    picked: str
    pen: Pen

    @property
    def chain(self) -> list[str]:
        """The selection and all its beginnings, the empty one first."""
        return chain(self.picked)

    @property
    def open(self) -> list[str]:
        """Every selection one can change to: the next step, and the alternatives to the steps taken."""
        verb = self.picked.partition(" ")[0]
        found = steps(self.choices, self.picked)
        return [pick for pick in found if not verb or pick.startswith((verb, "place "))]

    def face(self, seat: Seat) -> str:
        """The symbol of a seat's hero: dealt, or chosen when sitting down."""
        hero = self.view.dealt[seat].value if self.view.dealt else self.pen.sitters[seat].portrait
        return f"drakon-hero-{hero}"

    def is_chosen(self, pick: str) -> bool:
        return pick in self.chain

    def attributes(self, pick: str, target: str = "") -> str:
        """A link to a selection: id (the focus survives an update by it), address, accessible name.

        `target` is where it leads, if not to the very thing it stands for.
        """
        label = self.label(target or pick)
        return choice(self.pen, pick, label, chosen=self.is_chosen(pick), target=target)

    def label(self, pick: str) -> str:
        return escape(self.pen.say(labels.label(self.view, pick)))

    def button(self, pick: str) -> Button:
        return Button(pick, self.pen.say(labels.label(self.view, pick)), self.is_chosen(pick))


# The map


@cache
def tile(kind: Kind, arrows: int) -> str:
    """A chamber with its arrows, drawn in the square from 0,0 to 64,64; the icon stays upright however it is turned."""
    floor = "drakon-floor-start" if kind is Kind.START else "drakon-floor"
    parts = [use(floor)]
    parts += [use("drakon-arrow-n", f"rotate({90 * side} 32 32)") for side in SIDES if arrows >> side & 1]
    parts.append(use(f"drakon-{kind.value}"))
    return "".join(parts)


def _board(desk: Desk, move: Move | None) -> str:
    view = desk.view
    edge = frontier(dict(view.board))
    xs, ys = [x for x, _ in edge], [y for _, y in edge]
    left, top = min(xs) * UNIT, min(ys) * UNIT
    width, height = (max(xs) + 1) * UNIT - left, (max(ys) + 1) * UNIT - top
    parts = [
        f'<svg class="board dk-board" viewBox="{left} {top} {width} {height}" role="group" '
        f'aria-label="{escape(desk.pen.say(text(gettext_noop("The dragon’s maze"))))}">'
    ]
    parts += [_chamber(desk, cell, laid) for cell, laid in view.board.items()]
    parts += _news(desk)
    parts += _result(desk, move)
    parts += _heroes(desk)
    parts += _spots(desk)
    parts.append("</svg>")
    return "".join(parts)


def _chamber(desk: Desk, cell: Cell, laid: Laid) -> str:
    say, kind = desk.pen.say, laid.kind
    coins = desk.view.start_coins if kind is Kind.START else 0
    return _standing(cell, kind, laid.arrows, say(CHAMBER_NAMES[kind]), say(CHAMBER_HELP[kind]), coins)


@lru_cache(maxsize=5000)
def _standing(cell: Cell, kind: Kind, arrows: int, name: str, help_text: str, coins: int) -> str:
    """A chamber on the map, which looks the same to everybody; made once, as most of a map stays from move to move."""
    lying = "".join(use("drakon-coin", x=2 + 8 * n, y=46, size=16) for n in range(min(coins, 6)))
    inside = f"<title>{escape(f'{name}. {help_text}')}</title>{tile(kind, arrows)}{lying}"
    return f'<g class="dk-chamber" transform="translate({cell[0] * UNIT} {cell[1] * UNIT})">{inside}</g>'


def _news(desk: Desk) -> list[str]:
    """Marks on what changed: chambers laid, turned or gone, and the ways heroes took."""
    marks: list[str] = []
    for event in desk.pen.news:
        match event:
            case Placed(_, _, (x, y)) | Shifted(_, (x, y)) | Rotated(_, (x, y)) | Destroyed(_, (x, y)):
                place = f'x="{x * UNIT + 2}" y="{y * UNIT + 2}"'
                marks.append(f'<rect class="dk-news" {place} width="60" height="60" rx="7"/>')
            case Moved(seat, _, way):
                colour = desk.pen.sitters[seat].colour
                marks.append(f'<g class="seat-{colour}">{_way(way, "dk-news-way")}</g>')
    return marks


def _heroes(desk: Desk) -> list[str]:
    view, drawn = desk.view, []
    for cell in dict.fromkeys(view.heroes):
        here = [seat for seat in view.order if view.heroes[seat] == cell]
        for seat, (x, y, size) in zip(here, HERO_PLACES[len(here)], strict=True):
            drawn.append(_hero(desk, seat, cell[0] * UNIT + x, cell[1] * UNIT + y, size))
    return drawn


def _hero(desk: Desk, seat: Seat, x: int, y: int, size: int) -> str:
    sitter = desk.pen.sitters[seat]
    figure = use(desk.face(seat), x=x, y=y, size=size)
    mine = " dk-mine" if seat == desk.view.seat else ""
    inside = f'<g class="dk-hero seat-{sitter.colour}{mine}"><title>{escape(sitter.name)}</title>{figure}</g>'
    pick = f"send {seat}"
    return f'<a class="spot" {desk.attributes(pick)}>{inside}</a>' if pick in desk.open else inside


def _spots(desk: Desk) -> list[str]:
    """The cells that can be chosen. The chosen chamber itself leads to its next orientation."""
    spots = []
    for pick in desk.open:
        cell = cell_of(pick)
        if cell is not None:
            chosen = desk.is_chosen(pick)
            target = _next_orientation(desk, pick) if chosen else pick
            kind = "spot spot-chosen" if chosen else "spot"
            spots.append(
                f'<a class="{kind}" {desk.attributes(pick, target)}><rect class="spot-area" x="{cell[0] * UNIT + 2}" '
                f'y="{cell[1] * UNIT + 2}" width="60" height="60" rx="7"/></a>'
            )
    return spots


def _next_orientation(desk: Desk, pick: str) -> str:
    """The selection with the chamber turned once more, if it can be turned; else as it is."""
    turns = [
        further
        for further in desk.choices.after(_prefix_to_turn(desk, pick))
        if _chooses_orientation(further)
    ]
    if desk.picked not in turns:
        return pick
    return turns[(turns.index(desk.picked) + 1) % len(turns)]


def _prefix_to_turn(desk: Desk, pick: str) -> str:
    return desk.picked.rpartition(" ")[0] if desk.picked.startswith(pick) else pick


def _result(desk: Desk, move: Move | None) -> list[str]:
    """What the selected move would do, drawn over the map."""
    view = desk.view
    match move:
        case Place(chamber, cell, facing) | Shift(cell, chamber, facing):
            return [_ghost(cell, CHAMBERS[chamber].kind, CHAMBERS[chamber].arrows[facing])]
        case Rotate(cell, quarters):
            laid = view.board[cell]
            turned = Laid(laid.chamber, (laid.facing + quarters) % 4)
            return [_ghost(cell, turned.kind, turned.arrows)]
        case Destroy((x, y)):
            return [f'<path class="dk-doomed" d="M{x * UNIT + 10} {y * UNIT + 10}l44 44m0-44l-44 44"/>']
        case Go(cell) | Stride(cell) if view.seat is not None:
            return [_way(view.ways[view.seat][cell])]
        case Walk(cell) if view.seat is not None:
            return [_way(walls_out(dict(view.board), view.heroes[view.seat])[cell])]
        case Push(seat, cell):
            return [_way((view.heroes[seat], cell))]
        case Send(seat, cell):
            return [_way(view.ways[seat][cell])]
    return []


def _ghost(cell: Cell, kind: Kind, arrows: int) -> str:
    return f'<g class="dk-ghost" transform="translate({cell[0] * UNIT} {cell[1] * UNIT})">{tile(kind, arrows)}</g>'


def _way(cells: Iterable[Cell], kind: str = "dk-way") -> str:
    points = " ".join(f"{x * UNIT + 32},{y * UNIT + 32}" for x, y in cells)
    return f'<polyline class="{kind}" points="{points}"/>'


def _supplies(desk: Desk) -> str:
    """Pile, hoard and coins on the start chamber, under the map."""
    view = desk.view
    shown = (
        ("pile", view.pile, text(gettext_noop("chambers in the draw pile"))),
        ("hoard", view.hoard, text(gettext_noop("coins in the dragon's hoard"))),
        ("coin", view.start_coins, text(gettext_noop("coins on the start chamber"))),
    )
    return supplies((f"drakon-{symbol}", number, desk.pen.say(label)) for symbol, number, label in shown)


def _badge(desk: Desk, seat: Seat) -> str:
    """A player's coins and the number of chambers in hand."""
    view, say = desk.view, desk.pen.say
    coins = say(plural(gettext_noop("{n} coin"), gettext_noop("{n} coins"), n=view.coins[seat]))
    hand = say(plural(gettext_noop("{n} chamber"), gettext_noop("{n} chambers"), n=view.hand_sizes[seat]))
    return (
        _hero_badge(desk, seat)
        + count(use("drakon-coin"), view.coins[seat], coins)
        + count(use("drakon-back"), view.hand_sizes[seat], hand)
    )


def _hero_badge(desk: Desk, seat: Seat) -> str:
    """With Heroes!: the name of the seat's hero, its power explained, and whether it is used up."""
    view, say = desk.view, desk.pen.say
    if not view.dealt:
        return ""
    hero = view.dealt[seat]
    name, help_text = escape(say(HERO_NAMES[hero])), escape(say(HERO_HELP[hero]))
    if view.unspent[seat]:
        return f'<span class="dk-power" title="{help_text}">{name}</span>'
    spent = escape(say(text(gettext_noop("power used up"))))
    return f'<span class="dk-power dk-spent" title="{help_text}"><s>{name}</s> <small>{spent}</small></span>'


# The hand


def _hand(desk: Desk, move: Move | None) -> str:
    """The reader's chambers; nothing for a spectator."""
    if desk.view.seat is None:
        return ""
    cards = "".join(_card(desk, number, move) for number in desk.view.hand)
    title = escape(desk.pen.say(text(gettext_noop("Your chambers"))))
    return f'<ul class="hand dk-hand" aria-label="{title}">{cards}</ul>'


def _card(desk: Desk, number: int, move: Move | None) -> str:
    chamber, say = CHAMBERS[number], desk.pen.say
    facing = move.facing if isinstance(move, (Place, Shift)) and move.chamber == number else 0
    name = escape(say(CHAMBER_NAMES[chamber.kind]))
    art = f'<svg viewBox="0 0 64 64" aria-hidden="true">{tile(chamber.kind, chamber.arrows[facing])}</svg>'
    inside = f"{art}<span>{name}</span>"
    pick = next((pick for pick in desk.open if _is_hand_pick(pick, number)), None)
    help_text = escape(say(CHAMBER_HELP[chamber.kind]))
    if pick is None:
        return f'<li><span class="card" title="{help_text}">{inside}</span></li>'
    kind = "card card-chosen" if desk.is_chosen(pick) else "card"
    return f'<li><a class="{kind}" title="{help_text}" {desk.attributes(pick)}>{inside}</a></li>'


def _is_hand_pick(pick: str, number: int) -> bool:
    takes = {("place", 2), ("shift", 3), ("bury", 2), ("bury", 3)}
    return step(pick) in takes and pick.rpartition(" ")[2] == str(number)

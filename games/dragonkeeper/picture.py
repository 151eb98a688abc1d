"""Draws a view: the level with the dragon on it, everybody's stacks, the reader's own in full, as ready strings.

A cell is 64 units wide. The dragon's row (direction 1) or column (direction 2) is lit, whichever it moves along next;
with a tile to take selected, the column it would then give from is lit as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from html import escape

from games.core import notation
from games.core.choosing import Choices
from games.core.drawing import (
    UNIT,
    arrive,
    chain,
    choice,
    count,
    emblem,
    groups,
    icon,
    section,
    step,
    steps,
    use,
)
from games.core.grids import Cell
from games.core.model import Button, Move, Pen, Picture, Seat
from games.core.words import Text, gettext_noop, text
from games.dragonkeeper import labels
from games.dragonkeeper.components import CELLS, SIZE, TILES, Colour
from games.dragonkeeper.endgame import reckoning
from games.dragonkeeper.events import Gave, LevelBegan, Took, Trapped
from games.dragonkeeper.moves import Passage, Take, Tribute
from games.dragonkeeper.reckoning import ready_made, worth
from games.dragonkeeper.state import column, row
from games.dragonkeeper.view import View
from games.dragonkeeper.words import ACTION_HELP, GUILD_NAMES, tile_name

MARGIN = 30
"""Room above and left of the level, for the signs of the two directions."""
EDGE = 5
FAN_STEP = 25
"""How far a tile of a fan lies beside the one below it: its value stays in sight."""
SHOWN_LIBERATIONS = 6
"""How many ways to use the releases stand as buttons beside the question; the list has them all."""


def draw(view: View, choices: Choices, picked: str, pen: Pen) -> Picture:
    """The picture for one reader; `picked` is the selection, as much of it as is still legal."""
    picked = choices.still_legal(picked) or _ready_made(view, choices)
    desk = Desk(view, choices, arrive(choices, picked, _is_liberation), pen)
    move = choices.move(desk.picked)
    return Picture(
        board=_table(desk, move),
        hand=_hand(desk, move),
        badges={seat: _badge(desk, seat) for seat in view.order},
        faces=dict.fromkeys(view.order, ""),
        bar=_bar(desk),
        groups=groups(pen, ((labels.GROUPS.get(step(pick)), desk.button(pick)) for pick in desk.open)),
        move=move,
        preview=pen.say(labels.preview(view, move)) if move else "",
        shown=tuple(section(pen, title, lines) for title, lines in labels.in_words(view)),
        scores=dict(enumerate(view.treasure)),
        scored=pen.say(text(gettext_noop("Treasures"))),
    )


# Selections


def _is_liberation(pick: str) -> bool:
    """Whether the last word of the selection says what the releases do."""
    return step(pick) == ("tribute", 3)


def _ready_made(view: View, choices: Choices) -> str:
    """At the end the answer that costs least is selected to begin with."""
    if view.seat is None or not any(isinstance(move, Tribute) for move in choices.moves()):
        return ""
    return notation.write(ready_made(view.stacks, view.guilds[view.seat]))


@dataclass(frozen=True)
class Desk:
    """What every part of the drawing needs."""

    view: View
    choices: Choices
    picked: str
    pen: Pen

    @cached_property
    def open(self) -> list[str]:
        """Every selection one can change to. An exchange is chosen in one step, by the tile."""
        found: list[str] = []
        for pick in steps(self.choices, self.picked):
            whole = pick.startswith("exchange ") and len(pick.split()) == 2
            found += self.choices.after(pick) if whole else [pick]
        return list(dict.fromkeys(found))

    def say(self, words: Text) -> str:
        """Words in the reader's language, escaped."""
        return escape(self.pen.say(words))

    def is_chosen(self, pick: str) -> bool:
        return pick in chain(self.picked)

    def attributes(self, pick: str) -> str:
        """A link to a selection."""
        return choice(self.pen, pick, self.say(labels.label(self.view, pick)), chosen=self.is_chosen(pick))

    def button(self, pick: str) -> Button:
        return Button(pick, self.pen.say(labels.label(self.view, pick)), self.is_chosen(pick))


def _bar(desk: Desk) -> tuple[Button, ...]:
    """What can't be chosen on the board: to decline; the tribute, and what the releases do, where there is a choice."""
    liberations = [pick for pick in desk.open if _is_liberation(pick)][:SHOWN_LIBERATIONS]
    tributes = [pick for pick in desk.open if pick.startswith("tribute ") and not _is_liberation(pick)]
    shown = [pick for pick in desk.open if pick == "decline"]
    for some in (tributes, liberations):
        shown += some if len(some) > 1 else []
    return tuple(desk.button(pick) for pick in shown)


def _table(desk: Desk, move: Move | None) -> str:
    """The level and everybody's stacks, which come first where one of them is to be chosen; at the end the scores."""
    if desk.view.reckonings:
        return reckoning(desk.view, desk.pen) + _keepers(desk)
    level = _board(desk, move) + _level(desk)
    if any(pick.startswith("exchange ") for pick in desk.open):
        return _keepers(desk) + level
    return level + _keepers(desk)


# The level


@cache
def tile(number: int) -> str:
    """A tile drawn in the square from 0,0 to 64,64: who it is, its value, its action."""
    face = TILES[number]
    parts = [use(f"dragonkeeper-tile-{face.colour.value}"), use(f"dragonkeeper-value-{face.value}")]
    if face.action:
        parts.append(use(f"dragonkeeper-action-{face.action.value}"))
    return "".join(parts)


FLOOR = use("dragonkeeper-floor")


def _at(cell: Cell, inside: str, kind: str = "") -> str:
    """Something drawn in a cell."""
    named = f' class="{kind}"' if kind else ""
    return f'<g{named} transform="translate({cell[0] * UNIT} {cell[1] * UNIT})">{inside}</g>'


def _board(desk: Desk, move: Move | None) -> str:
    size = MARGIN + SIZE * UNIT + EDGE
    title = desk.say(labels.level(desk.view))
    goes_to = move.cell if isinstance(move, (Take, Passage)) else None
    parts = [
        f'<svg class="board kp-board" viewBox="{-MARGIN} {-MARGIN} {size} {size}" role="group" '
        f'aria-label="{title}">'
    ]
    parts += [_cell(desk, cell) for cell in CELLS]
    parts += _bands(desk, goes_to)
    parts += _news(desk)
    parts += _dragon(desk, goes_to)
    parts += [_spot(desk, pick) for pick in desk.open if labels.goal(pick)]
    parts.append("</svg>")
    return "".join(parts)


def _cell(desk: Desk, cell: Cell) -> str:
    number = desk.view.grid.get(cell)
    if number is None:
        return _at(cell, FLOOR)
    action = TILES[number].action
    words = desk.say(tile_name(number))
    title = f"{words}. {desk.say(ACTION_HELP[action])}" if action else words
    reach = [labels.goal(pick) for pick in desk.open]
    dim = "kp-dim" if any(reach) and cell not in reach else ""
    return _at(cell, f"<title>{title}</title>{tile(number)}", dim)


def _lit(view: View) -> tuple[int | None, int | None]:
    """The row and the column to light: where the dragon moves next, as far as everybody can tell."""
    giving = len(view.trail) == 2
    reach = column(view.grid, view.dragon) if giving else row(view.grid, view.dragon)
    if not reach or len(view.trail) > 3:
        return None, None
    return (None, view.dragon[0]) if giving else (view.dragon[1], None)


def _bands(desk: Desk, goes_to: Cell | None) -> list[str]:
    """The lit row and column, and the signs of both directions beside the level."""
    view = desk.view
    lit_row, lit_column = _lit(view)
    if goes_to is not None and len(view.trail) == 1:
        lit_column = goes_to[0]
    wide, length = UNIT - 2, SIZE * UNIT - 2
    parts = []
    if lit_row is not None:
        parts.append(
            f'<rect class="kp-band" x="1" y="{lit_row * UNIT + 1}" width="{length}" height="{wide}" rx="8"/>'
        )
    if lit_column is not None:
        parts.append(
            f'<rect class="kp-band" x="{lit_column * UNIT + 1}" y="1" width="{wide}" height="{length}" rx="8"/>'
        )
    y = (view.dragon[1] if lit_row is None else lit_row) * UNIT + UNIT // 2
    x = (view.dragon[0] if lit_column is None else lit_column) * UNIT + UNIT // 2
    return [*parts, _sign("1", -16, y, lit_row is not None), _sign("2", x, -16, lit_column is not None)]


def _sign(number: str, x: int, y: int, lit: bool) -> str:
    """The sign of a direction: its number between two arrow heads."""
    kind = "kp-sign-lit" if lit else "kp-sign-dark"
    turn = ' transform="rotate(90)"' if number == "2" else ""
    return (
        f'<g class="kp-way-sign {kind}" transform="translate({x} {y})" aria-hidden="true">'
        f'<path{turn} d="M-13 0l5-5v10zM13 0l-5-5v10z"/><circle r="8"/>'
        f'<text y="4" text-anchor="middle">{number}</text></g>'
    )


def _dragon(desk: Desk, goes_to: Cell | None) -> list[str]:
    """The seal, smaller where a tile lies under it; and where the selected move would take it."""
    view = desk.view
    x, y = view.dragon[0] * UNIT, view.dragon[1] * UNIT
    small = view.dragon in view.grid
    seal = (
        use("dragonkeeper-dragon", x=x + 27, y=y + 1, size=36)
        if small
        else use("dragonkeeper-dragon", x=x + 5, y=y + 5, size=54)
    )
    parts = []
    target = goes_to or (labels.goal(desk.picked) if desk.picked.startswith("give ") else None)
    if target is not None and target != view.dragon:
        parts.append(_way(view.dragon, target))
        parts.append(f'<g class="kp-there">{_seal_at(target)}</g>')
    return [*parts, f'<g class="kp-seal">{seal}</g>']


def _seal_at(cell: Cell) -> str:
    return use("dragonkeeper-dragon", x=cell[0] * UNIT + 27, y=cell[1] * UNIT + 1, size=36)


def _way(start: Cell, end: Cell) -> str:
    half = UNIT // 2
    points = " ".join(f"{x * UNIT + half},{y * UNIT + half}" for x, y in (start, end))
    return f'<polyline class="kp-way" points="{points}"/>'


def _spot(desk: Desk, pick: str) -> str:
    """A tile that can be chosen."""
    cell = labels.goal(pick)
    assert cell is not None
    kind = "spot spot-chosen" if desk.is_chosen(pick) else "spot"
    place = f'x="{cell[0] * UNIT + 3}" y="{cell[1] * UNIT + 3}"'
    return (
        f'<a class="{kind}" {desk.attributes(pick)}>'
        f'<rect class="spot-area" {place} width="58" height="58" rx="7"/></a>'
    )


def _news(desk: Desk) -> list[str]:
    """What left this level since the reader's last move: a shade of the tile, ringed in the seat's colour."""
    marks: list[str] = []
    for event in desk.pen.news:
        match event:
            case LevelBegan():
                marks = []
            case Took(seat, number, cell) | Gave(seat, _, number, cell) | Trapped(seat, _, number, cell):
                shade = "" if cell in desk.view.grid or cell == desk.view.dragon else tile(number)
                ring = '<rect class="kp-news" x="3" y="3" width="58" height="58" rx="7"/>'
                inside = f'<g class="kp-gone">{shade}</g>{ring}'
                marks.append(_at(cell, inside, f"seat-{desk.pen.sitters[seat].colour}"))
    return marks


def _level(desk: Desk) -> str:
    """Which level it is, what its end would cost now, and the stock."""
    view = desk.view
    left, coin = icon(use("dragonkeeper-back")), icon(use("dragonkeeper-treasure"))
    return (
        f'<ul class="supplies kp-level"><li>{desk.say(labels.level(view))}</li>'
        f"<li>{left}{desk.say(labels.to_pay(view))}</li>"
        f"<li>{coin}{desk.say(labels.stock(view))}</li></ul>"
    )


# Everybody's stacks


def _keepers(desk: Desk) -> str:
    """A line for every player: five stacks with the top tile and the height."""
    lines = "".join(_keeper(desk, seat) for seat in desk.view.order)
    title = desk.say(text(gettext_noop("Everybody’s stacks")))
    return f'<ul class="kp-keepers" aria-label="{title}">{lines}</ul>'


def _keeper(desk: Desk, seat: Seat) -> str:
    view, sitter = desk.view, desk.pen.sitters[seat]
    name = escape(sitter.name)
    note = ""
    if seat in view.out:
        note = desk.say(text(gettext_noop("eliminated")))
    elif seat == view.recipient and not view.reckonings:
        note = desk.say(text(gettext_noop("gets your gifts")))
    small = f"<small>{note}</small>" if note else ""
    slots = "" if seat in view.out else "".join(_slot(desk, seat, colour) for colour in Colour)
    mine = " kp-mine" if seat == view.seat else ""
    return (
        f'<li class="kp-keeper seat-{sitter.colour}{mine}"><span class="kp-name"><b>{name}</b>{small}</span>'
        f'<ul class="kp-tops">{slots}</ul></li>'
    )


def _slot(desk: Desk, seat: Seat, colour: Colour) -> str:
    """A stack as everybody sees it; a link where its top can be had in exchange."""
    view = desk.view
    words = desk.say(labels.pile(view, seat, colour))
    top = view.tops[seat].get(colour)
    if top is None:
        emblem = use(f"dragonkeeper-guild-{colour.value}", x=12, y=12, size=40)
        return f'<li class="kp-none" title="{words}">{icon(emblem)}<span class="visually-hidden">{words}</span></li>'
    height = f'<b aria-hidden="true">{view.heights[seat][colour]}</b>'
    pick = f"exchange {seat} {colour.value}"
    if pick not in desk.open:
        return (
            f'<li title="{words}">{icon(tile(top))}{height}<span class="visually-hidden">{words}</span></li>'
        )
    kind = "spot spot-chosen" if desk.is_chosen(pick) else "spot"
    drawing = icon(tile(top) + '<rect class="spot-area" x="3" y="3" width="58" height="58" rx="7"/>')
    return f'<li title="{words}"><a class="{kind}" {desk.attributes(pick)}>{drawing}</a>{height}</li>'


def _badge(desk: Desk, seat: Seat) -> str:
    """A player's treasure, the guild if the reader may know it, and how high the stacks are."""
    view = desk.view
    if seat in view.out:
        return f'<span class="kp-out">{desk.say(text(gettext_noop("eliminated")))}</span>' + _emblem(
            desk, seat
        )
    heights = "".join(
        f'<span class="kp-height" aria-hidden="true">{icon(use(f"dragonkeeper-guild-{colour.value}"))}{height}</span>'
        for colour, height in view.heights[seat].items()
    )
    coin = count(
        use("dragonkeeper-treasure"), view.treasure[seat], desk.pen.say(labels.treasure(view.treasure[seat]))
    )
    return f'{coin}{_emblem(desk, seat)}<span class="kp-heights">{heights}</span>'


def _emblem(desk: Desk, seat: Seat) -> str:
    """At the end, what a player once belonged to; the reader's own stands beside the reader's tiles."""
    if seat not in desk.view.guilds or (seat == desk.view.seat and len(desk.view.guilds) == 1):
        return ""
    guild = desk.view.guilds[seat]
    return emblem(icon(use(f"dragonkeeper-guild-{guild.value}")), desk.pen.say(GUILD_NAMES[guild]))


# The reader's own tiles


def _hand(desk: Desk, move: Move | None) -> str:
    """The reader's secret guild, and every stack as a fan; nothing for a spectator."""
    view = desk.view
    if view.seat is None:
        return ""
    guild = view.guilds[view.seat]
    known = desk.say(labels.own_guild(guild))
    emblem = icon(use(f"dragonkeeper-guild-{guild.value}"))
    fans = "".join(_fan(desk, colour, move) for colour in Colour if view.stacks[colour])
    empty = "" if fans else f'<li class="kp-nothing">{desk.say(text(gettext_noop("No prisoners yet.")))}</li>'
    title = desk.say(text(gettext_noop("Your stacks")))
    return (
        f'<div class="kp-hand"><div class="kp-secret kp-{guild.value}" title="{known}">{emblem}'
        f'<span class="visually-hidden">{known}</span>'
        f'<small aria-hidden="true">{desk.say(GUILD_NAMES[guild])}</small></div>'
        f'<ul class="kp-fans" aria-label="{title}">{fans}{empty}</ul></div>'
    )


def _fan(desk: Desk, colour: Colour, move: Move | None) -> str:
    """A stack spread out, the top tile in full at the right; at the end a link that chooses it for the dragon."""
    view = desk.view
    assert view.seat is not None
    tiles = view.stacks[colour]
    width = UNIT + FAN_STEP * (len(tiles) - 1)
    doomed = isinstance(move, Tribute) and colour in move.stacks
    gone = move.frees if isinstance(move, Tribute) and not doomed else ()
    inside = "".join(_fanned(desk, number, n, number in gone) for n, number in enumerate(tiles))
    words = desk.say(labels.fan(view, colour))
    drawing = (
        f'<svg viewBox="0 0 {width} {UNIT}" width="{width}" height="{UNIT}" role="img" aria-label="{words}">'
        f"{inside}</svg>"
    )
    points = worth({colour: tiles}, view.guilds[view.seat])
    sum_ = f"<b>{'−' if points < 0 else '+'}{abs(points)}</b>"
    kind = "kp-fan kp-doomed" if doomed else "kp-fan"
    pick = _stack_pick(desk, colour)
    if pick is None:
        return f'<li class="{kind}">{drawing}{sum_}</li>'
    return f'<li class="{kind}"><a {desk.attributes(pick)}>{drawing}{sum_}</a></li>'


def _fanned(desk: Desk, number: int, place: int, gone: bool) -> str:
    cross = '<path class="kp-cross" d="M14 14l36 36m0-36l-36 36"/>' if gone else ""
    title = f"<title>{desk.say(tile_name(number))}</title>"
    return f'<g transform="translate({place * FAN_STEP} 0)">{title}{tile(number)}{cross}</g>'


def _stack_pick(desk: Desk, colour: Colour) -> str | None:
    """At the end: the tribute whose last stack this is."""
    for pick in desk.open:
        words = pick.split()
        if words[0] == "tribute" and len(words) == 2 and words[1].split(",")[-1] == colour.value:
            return pick
    return None

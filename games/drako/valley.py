"""Draws the valley: hexes, figures, what can be chosen on them, and what a move would do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from games.core.drawing import cell_of, use
from games.core.hexes import HEIGHT, WIDTH, Cell, Direction, centre, outline
from games.core.model import Event, Move
from games.drako.components import VALLEY, Figure, Kind, Symbol
from games.drako.desk import (
    FLAMES,
    NEWS,
    NEWS_WAY,
    SHOT,
    TARGET,
    WAY,
    Desk,
    Marks,
    attributes,
)
from games.drako.events import Attacked, Blocked, Died, Escaped, Flew, Moved, Netted, Placed, Wounded
from games.drako.moves import (
    UNBLOCKED,
    Block,
    Breathe,
    Fly,
    Follow,
    Place,
    Shoot,
    Strike,
    StrikeTogether,
    ThrowNet,
    Walk,
)
from games.drako.state import beside_dragon, line_of_fire, reach
from games.drako.view import View
from games.drako.words import FIGURE_NAMES

FIGURE = 54
"""The size of a figure in its hex."""
INSET = 3
"""How far inside its hex an area to choose is drawn."""
GRASS = ("drako-hex", "drako-hex-2", "drako-hex", "drako-hex-3", "drako-hex", "drako-hex-2", "drako-hex")
"""The looks of the ground, dealt out over the valley."""


@cache
def ground() -> str:
    """The 19 hexes."""
    parts = []
    for number, cell in enumerate(VALLEY):
        x, y = centre(cell)
        symbol = GRASS[number * 3 % len(GRASS)]
        place = f'x="{x - WIDTH / 2:g}" y="{y - HEIGHT / 2:g}"'
        parts.append(f'<use href="#{symbol}" {place} width="{WIDTH}" height="{HEIGHT}"/>')
    return "".join(parts)


def valley(desk: Desk, move: Move | None) -> str:
    """Everything that stands and lies in the valley."""
    view = desk.view
    parts = [ground(), *_attack(desk), *_effect_below(view, move)]
    parts += [_figure(desk, figure, cell) for figure, cell in view.figures.items()]
    parts += _news(desk)
    parts += _effect(desk, move)
    parts += _spots(desk)
    return "".join(parts)


def _figure(desk: Desk, figure: Figure, cell: Cell) -> str:
    """A figure in its hex, a net over it if it lies there."""
    x, y = centre(cell)
    left, top = round(x - FIGURE / 2, 2), round(y - FIGURE / 2 - 2, 2)
    drawn = use(f"drako-figure-{figure.value}", x=left, y=top, size=FIGURE)
    if figure is Figure.DRAGON and desk.view.netted:
        drawn += f'<g opacity=".62">{use("drako-net", x=left - 1, y=top - 1, size=FIGURE + 2)}</g>'
    return f'<g class="{desk.colour(figure)}"><title>{desk.say(FIGURE_NAMES[figure])}</title>{drawn}</g>'


# Marks


def _hex(cell: Cell, marks: Marks, inset: float = INSET) -> str:
    return f'<polygon points="{outline(cell, inset)}" {attributes(marks)}/>'


def _line(cells: Iterable[Cell], marks: Marks) -> str:
    points = " ".join(f"{x:g},{y:g}" for x, y in map(centre, cells))
    return f'<polyline points="{points}" {attributes(marks)}/>'


def _attack(desk: Desk) -> Iterator[str]:
    """The attack that waits for its answer."""
    attack, figures = desk.view.attack, desk.view.figures
    if attack is None:
        return
    hit = [figures[target] for target in dict.fromkeys(attack.targets)]
    yield from (_hex(cell, TARGET) for cell in hit)
    start = _attacker(desk.view, attack.symbol)
    if start is not None:
        yield _line((start, hit[-1]), SHOT)


def _attacker(view: View, symbol: Symbol) -> Cell | None:
    """Where an attack comes from, if everybody can tell: which dwarf strikes is never said."""
    if view.attack is not None and view.attack.targets[0] is not Figure.DRAGON:
        return view.figures[Figure.DRAGON]
    if symbol.kind is Kind.CROSSBOW:
        return view.figures.get(Figure.MORIN)
    beside = beside_dragon(view.figures)
    return view.figures[beside[0]] if len(beside) == 1 else None


def _effect_below(view: View, move: Move | None) -> list[str]:
    """What the selected move would do, under the figures."""
    figures = view.figures
    match move:
        case Breathe(_, direction):
            return [_hex(cell, FLAMES, 1) for cell in line_of_fire(figures, direction)]
        case Strike(_, target):
            return [_hex(figures[target], TARGET)]
        case StrikeTogether() | Shoot() | ThrowNet():
            return [_hex(figures[Figure.DRAGON], TARGET)]
    return []


def _effect(desk: Desk, move: Move | None) -> list[str]:
    """What the selected move would do, over the figures."""
    figures = desk.view.figures
    match move:
        case Walk(_, figure, cell):
            return [_line(reach(figures, figure, 2)[cell], WAY), _ghost(desk, figure, cell)]
        case Follow(figure, cell):
            return [_line(reach(figures, figure, 2)[cell], WAY), _ghost(desk, figure, cell)]
        case Fly(_, cell):
            return [_line((figures[Figure.DRAGON], cell), WAY), _ghost(desk, Figure.DRAGON, cell)]
        case Place(figure, cell):
            return [_ghost(desk, figure, cell)]
        case Breathe(_, direction):
            return [_line((figures[Figure.DRAGON], line_of_fire(figures, direction)[-1]), SHOT)]
        case Strike(_, target) if target is not Figure.DRAGON:
            return [_line((figures[Figure.DRAGON], figures[target]), SHOT)]
        case Strike() | StrikeTogether():
            count = move.dwarves if isinstance(move, StrikeTogether) else 1
            strikers = beside_dragon(figures)[:count]
            return [_line((figures[dwarf], figures[Figure.DRAGON]), SHOT) for dwarf in strikers]
        case Shoot():
            return [_line((figures[Figure.MORIN], figures[Figure.DRAGON]), SHOT)]
        case Block():
            return _shields(desk.view, move)
        case ThrowNet():
            x, y = centre(figures[Figure.DRAGON])
            net = use("drako-net", x=round(x - 28, 2), y=round(y - 30, 2), size=56)
            return [f'<g opacity=".8">{net}</g>']
    return []


def _shields(view: View, block: Block) -> list[str]:
    """A shield before everyone who is covered: over the dragon two, side by side."""
    assert view.attack is not None
    drawn = []
    for number, (target, card) in enumerate(zip(view.attack.targets, block.cards, strict=False)):
        if card != UNBLOCKED:
            x, y = centre(view.figures[target])
            side = 14 * number - 4 if target is Figure.DRAGON else 6
            drawn.append(use("drako-symbol-defence", x=round(x + side - 10, 2), y=round(y - 4, 2), size=30))
    return drawn


def _ghost(desk: Desk, figure: Figure, cell: Cell) -> str:
    return f'<g opacity=".75" pointer-events="none">{_figure(desk, figure, cell)}</g>'


def _news(desk: Desk) -> list[str]:
    """Marks on what changed: where figures went, whom attacks hit."""
    figures, marks = desk.view.figures, []
    for event in desk.pen.news:
        way = _way(event)
        if way:
            colour = desk.colour(event.figure if isinstance(event, Moved) else Figure.DRAGON)
            marks.append(f'<g class="{colour}">{_line(way, NEWS_WAY)}</g>')
        marks += [_hex(figures[figure], NEWS) for figure in _touched(event) if figure in figures]
    return marks


def _way(event: Event) -> tuple[Cell, ...]:
    match event:
        case Moved(_, way) | Flew(way):
            return way
    return ()


def _touched(event: Event) -> tuple[Figure, ...]:
    """The figures that an event is about, but for their ways."""
    match event:
        case Attacked(_, targets):
            return targets
        case Blocked(_, _, target) | Placed(_, target) | Died(target):
            return (target,)
        case Wounded(area):
            return (area if isinstance(area, Figure) else Figure.DRAGON,)
        case Netted() | Escaped():
            return (Figure.DRAGON,)
    return ()


# Spots


def _spots(desk: Desk) -> list[str]:
    """What can be chosen in the valley: figures, hexes, directions of fire."""
    return [
        desk.spot(
            pick, "".join(f'<polygon class="spot-area" points="{outline(cell, INSET)}"/>' for cell in cells)
        )
        for pick in desk.open
        if (cells := _cells(desk, pick))
    ]


def _cells(desk: Desk, pick: str) -> list[Cell]:
    """The hexes that stand for a choice."""
    figures, cell = desk.view.figures, cell_of(pick)
    match pick.split():
        case ["fire", _, way]:
            return line_of_fire(figures, Direction(way))
        case ["move" | "attack", _, name] | ["follow", name] if Figure(name) in figures:
            return [figures[Figure(name)]]
    return [cell] if cell else []

"""Draws both mats under the valley: wound spaces, abilities, what is lost and who is dead."""

from __future__ import annotations

from games.core.drawing import use
from games.core.model import Move
from games.drako.components import ABILITIES, DWARVES, SPACES, Area, Figure, Part
from games.drako.desk import CROSS, NEWS, Desk, attributes
from games.drako.events import Lost, Raged, Wounded
from games.drako.labels import wounds_in
from games.drako.moves import Rage, Wound

LEFT, TOP = -160, 156
"""Where the mats begin."""
WIDE, HIGH = 156, 104
"""The size of a mat; there are 8 units between the two."""
ROW = 33
"""The height of a dwarf's line."""
SPACE = 16.5
"""How far apart wound spaces are."""
ABILITY_OF = {Figure.BRALD: "fury", Figure.URPEN: "net", Figure.MORIN: "crossbow"}


def mats(desk: Desk, move: Move | None) -> str:
    """The dwarves' mat on the left, the dragon's on the right."""
    more = _more_wounds(move)
    dwarves = "".join(_dwarf(desk, dwarf, n, more) for n, dwarf in enumerate(DWARVES))
    dragon = _armour(desk) + "".join(_part(desk, part, n, more) for n, part in enumerate(ABILITIES))
    return (
        f'<g transform="translate({LEFT} {TOP})">{_plate("da-plate")}{dwarves}</g>'
        f'<g transform="translate({LEFT + WIDE + 8} {TOP})">{_plate("da-paper")}{dragon}</g>'
    )


def _plate(fill: str) -> str:
    return f'<rect class="da-l da-w2 {fill}" x="1" y="1" width="{WIDE - 2}" height="{HIGH - 2}" rx="9"/>'


def _more_wounds(move: Move | None) -> list[Area]:
    """The spaces that the selected move would fill."""
    match move:
        case Wound(first, second):
            return [first, *([Part(second)] if second else [])]
        case Rage():
            return [Figure.BRALD]
    return []


def _spaces(desk: Desk, area: Area, x: float, y: float, more: list[Area], per_row: int = 6) -> str:
    """The wound spaces of an area, those filled first; what the selected move would fill stands out."""
    filled, drawn = desk.view.wounds[area], []
    for number in range(SPACES[area]):
        left, top = x + number % per_row * SPACE, y + number // per_row * SPACE
        fresh = filled <= number < filled + more.count(area)
        symbol = "drako-wound" if number < filled or fresh else "drako-space"
        space = use(symbol, x=round(left, 1), y=round(top, 1), size=16)
        drawn.append(f'<g opacity=".6">{space}</g>' if fresh else space)
    return "".join(drawn)


def _is_news(desk: Desk, area: Area) -> bool:
    for event in desk.pen.news:
        match event:
            case Wounded(hit) if hit is area:
                return True
            case Lost(part) if part is area:
                return True
            case Raged() if area is Figure.BRALD:
                return True
    return False


def _area(desk: Desk, area: Area, box: tuple[float, float, float, float], inside: str) -> str:
    """An area with its explanation; marked where something changed."""
    x, y, width, height = box
    frame = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"'
    mark = f"<rect {frame} {attributes(NEWS)}/>" if _is_news(desk, area) else ""
    title = desk.say(wounds_in(desk.view, area))
    drawn = f'<g><title>{title}</title><rect {frame} fill="transparent"/>{inside}{mark}</g>'
    pick = _pick(desk, area)
    return drawn + (desk.spot(pick, f'<rect class="spot-area" {frame}/>') if pick else "")


def _pick(desk: Desk, area: Area) -> str | None:
    """The choice that an area stands for: of several steps the last."""
    picks = [pick for pick in desk.open if pick.startswith("wound ") and pick.endswith(f" {area.value}")]
    return max(picks, key=len, default=None)


def _faded(inside: str, *, gone: bool, cross: str) -> str:
    """As it is, or dimmed and crossed out."""
    return f'<g opacity=".4">{inside}</g><path d="{cross}" {attributes(CROSS)}/>' if gone else inside


def _dwarf(desk: Desk, dwarf: Figure, number: int, more: list[Area]) -> str:
    """A dwarf's line: figure, ability, wound spaces."""
    view, y = desk.view, 3 + ROW * number
    dead = view.wounds[dwarf] == SPACES[dwarf]
    figure = (
        f'<g class="{desk.colour(dwarf)}">{use(f"drako-figure-{dwarf.value}", x=2, y=y + 1, size=30)}</g>'
    )
    spent = not dead and (
        (dwarf is Figure.BRALD and not view.fury) or (dwarf is Figure.URPEN and view.netted)
    )
    ability = use(f"drako-ability-{ABILITY_OF[dwarf]}", x=31, y=y + 4, size=24)
    if spent:
        ability = f'<g opacity=".35">{ability}</g>'
    inside = _faded(figure + ability, gone=dead, cross=f"M8 {y + 7}l40 18m0-18l-40 18")
    return _area(desk, dwarf, (2, y, WIDE - 4, ROW - 1), inside + _spaces(desk, dwarf, 56, y + 8, more))


def _armour(desk: Desk) -> str:
    """The dragon and its armour, above the abilities."""
    figure = f'<g class="{desk.colour(Figure.DRAGON)}">{use("drako-figure-dragon", x=4, y=4, size=34)}</g>'
    ability = use("drako-ability-armour", x=42, y=7, size=28)
    spaces = _spaces(desk, Part.ARMOUR, 76, 13, [])
    return figure + _area(desk, Part.ARMOUR, (40, 3, WIDE - 44, 36), ability + spaces)


def _part(desk: Desk, part: Part, number: int, more: list[Area]) -> str:
    """One of the dragon's abilities with its two spaces."""
    x = 3 + 50.5 * number
    icon = use(f"drako-ability-{part.value}", x=round(x + 8.5, 1), y=43, size=32)
    lost = desk.view.wounds[part] == SPACES[part]
    inside = _faded(icon, gone=lost, cross=f"M{x + 12} 47l25 25m0-25l-25 25")
    return _area(desk, part, (x, 41, 49, 60), inside + _spaces(desk, part, x + 8.5, 79, more))

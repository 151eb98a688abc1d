"""Draws what can be chosen on the island: edges, vertices and hexes."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.hexes import HEIGHT
from games.natrak.components import Progress
from games.natrak.desk import Desk
from games.natrak.moves import PlayProgress
from games.natrak.places import Place, place
from games.natrak.shapes import line, points, polygon

VERTEX_RADIUS, EDGE_HALF = 12.5, 9
VERTEX_REACH, EDGE_REACH = 17.5, 15.9
"""How far from its middle a corner or an edge can be tapped: nearly half as far as the next one."""


def spots(desk: Desk) -> Iterator[str]:
    """All of them; the further steps of a selection lie over the earlier ones."""
    for pick in desk.open:
        found = place(pick)
        if found is not None:
            yield desk.spot(_turned(desk, pick), _area(desk, *found))


def _turned(desk: Desk, pick: str) -> str:
    """An Inventor's tokens are listed in the order of their hexes, and chosen in any."""
    head, words, chosen = f"{PlayProgress.verb} {Progress.INVENTOR.value}", pick.split(), desk.picked.split()
    if not pick.startswith(head) or len(words) != 3 or len(chosen) < 3 or words[2] == chosen[2]:
        return pick
    other = f"{pick} {chosen[2]}"
    return other if other in desk.choices else pick


def _area(desk: Desk, kind: Place, number: int) -> str:
    match kind:
        case Place.HEX:
            return polygon(desk.island.hexes[number], 'class="spot-area"')
        case Place.VERTEX:
            x, y = points(desk.island)[number]
            return (
                f'<circle cx="{x:g}" cy="{y:g}" r="{VERTEX_REACH}" fill="transparent"/>'
                f'<circle class="spot-area" cx="{x:g}" cy="{y:g}" r="{VERTEX_RADIUS}"/>'
            )
    (x, y), angle = line(desk, number)
    half = HEIGHT / 4 - 4
    return (
        f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{EDGE_REACH}" fill="transparent"/>'
        f'<rect class="spot-area" x="{-half:g}" y="{-EDGE_HALF}" width="{2 * half:g}" '
        f'height="{2 * EDGE_HALF}" rx="{EDGE_HALF}" '
        f'transform="translate({x:.2f} {y:.2f}) rotate({angle:.1f})"/>'
    )

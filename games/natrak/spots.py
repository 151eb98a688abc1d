"""What can be chosen on the island: edges, vertices and hexes."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from games.core.hexes import HEIGHT
from games.natrak.components import PROGRESS_BY_WORD, Progress
from games.natrak.desk import Desk
from games.natrak.labels import HEX_CARDS, VERTEX_CARDS
from games.natrak.moves import PlayProgress
from games.natrak.shapes import line, points, polygon

VERTEX_RADIUS, EDGE_HALF = 12.5, 9
VERTEX_REACH, EDGE_REACH = 17.5, 15.9
"""How far from its middle a corner or an edge can be tapped: nearly half as far as the next one."""


class Place(Enum):
    """What a word of a move may number."""

    EDGE = "edge"
    VERTEX = "vertex"
    HEX = "hex"


PLACES = {
    **dict.fromkeys(("fundarCamino", "construirCamino", "botarDrakkar", "moverDrakkar"), Place.EDGE),
    **dict.fromkeys(
        (
            "fundarPieza",
            "construirCampamento",
            "mejorarCiudad",
            "construirMuralla",
            "plantarAventurero",
            "activar",
            "promover",
            "moverAventurero",
            "expulsar",
            "colocarMetropolis",
            "saquear",
        ),
        Place.VERTEX,
    ),
    "moverDragon": Place.HEX,
}
"""What the numbers after a verb are; a progress card says so itself."""


def place(pick: str) -> tuple[Place, int] | None:
    """Where on the island a selection's last word is; None if it is nowhere there."""
    verb, *rest = pick.split()
    if verb == PlayProgress.verb and len(rest) > 1:
        card = PROGRESS_BY_WORD[rest[0]]
        if card in HEX_CARDS:
            return Place.HEX, int(rest[-1])
        if card in VERTEX_CARDS:
            return Place.VERTEX, int(rest[-1])
        return (Place.EDGE, int(rest[-1])) if card is Progress.DIPLOMAT else None
    if verb not in PLACES or not rest or (verb == "moverDragon" and len(rest) > 1):
        return None
    return PLACES[verb], int(rest[-1])


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

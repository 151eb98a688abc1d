"""Players who like to build: their matches are short, and they meet what random players hardly ever reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from games.core.match import Match
from games.core.model import Move, NotPossibleNow
from games.core.rng import Rng
from games.natrak import GAME
from games.natrak.dragon import Owing
from tests.games.natrak.board import M

LIKINGS: Mapping[str, int] = {
    "colocarMetropolis": 300,
    "subirDisciplina": 300,
    "mejorarCiudad": 300,
    "construirCampamento": 300,
    "construirCamino": 20,
    "botarDrakkar": 45,
    "moverDrakkar": 4,
    "canjearOro": 20,
    "jugarProgreso": 60,
    "lanzar": 30,
    "plantarAventurero": 25,
    "activar": 25,
    "promover": 15,
    "construirMuralla": 15,
    "cambiarGremio": 15,
    "comprarPergamino": 10,
    "terminarTurno": 20,
    "cerrarVentana": 20,
    "consuelo": 20,
    "expulsar": 6,
    "moverAventurero": 4,
    "cerrarCon": 40,
    "aceptar": 20,
    "levantarMano": 10,
    "ofrecer": 2,
    "saltarVentanas": 1,
}
"""How much a kind of move is liked, whatever it is aimed at; others 5."""


def liked(moves: list[Move], rng: Rng) -> Move:
    """One of the moves: first a verb by how much it is liked, then any move with it."""
    verbs = list(dict.fromkeys(move.verb for move in moves))
    left = rng.below(sum(LIKINGS.get(verb, 5) for verb in verbs))
    for verb in verbs:
        left -= LIKINGS.get(verb, 5)
        if left < 0:
            break
    return rng.choice([move for move in moves if move.verb == verb])


def eager(
    seed: str,
    seats: int,
    *,
    version: str = "aventureros",
    goal: str = "13",
    generation: int | None = None,
    most: int = 4000,
    watch: Callable[[M], None] | None = None,
) -> M:
    """A match of such players, to the end or so many plies."""
    rng = Rng(seed, 0, "eager")
    order = list(range(seats))
    rng.shuffle(order)
    match = Match(GAME, seed, order, {"version": version, "goal": goal}, generation)
    while match.outcome is None and match.ply < most:
        if watch:
            watch(match)
        idle = [seat for seat in match.order if seat not in match.waiting and match.legal(seat)]
        seat = rng.choice(idle if idle and rng.below(6) == 0 else match.waiting)
        moves = match.legal(seat)
        if isinstance(match.stack[-1], Owing) and seat in match.waiting:
            moves.append(match.stack[-1].sample(match.state, seat, rng))
        with suppress(NotPossibleNow):
            match.play(seat, liked(moves, rng))
    if watch:
        watch(match)
    return match

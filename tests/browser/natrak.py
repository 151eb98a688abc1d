"""A match of Natrak written down beforehand: which moves come, and how each is clicked on the page."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, TimeoutError, expect

from games import GAMES
from games.core.match import Match
from games.core.model import Move
from games.core.rng import Rng
from games.natrak.components import BY_WORD, PIPS, cards
from games.natrak.dragon import DiscardHalf, MoveDragon
from games.natrak.moves import CloseWith, Discard, FoundCamp, Publish, RaiseHand, Roll
from games.natrak.turn import TakeTurn
from portal import play
from portal.matches import AnyMatch
from portal.models import Seat
from tests.browser.pages import SOON, Board
from tests.browser.tables import Party, write
from tests.games.natrak.eager import liked

SEATS, GOAL = 3, "5"
WORTH = ("mejorarCiudad", "construirCampamento", "construirCamino", "comprarPergamino", "lanzar")
"""What a plain player does, the best first; else the turn is over."""
MOST = 2_000
FIRST = 28
"""The number of a seed whose match is short."""


@dataclass
class Line:
    """A match as it is to be played: seat and text of every move, and the numbers of those that are to be clicked."""

    seed: str
    match: AnyMatch
    moves: list[tuple[int, str]] = field(default_factory=list)
    clicked: set[int] = field(default_factory=set)

    def play(self, seat: int, move: Move, *, click: bool = False) -> None:
        """Make the move and write it down."""
        if click:
            self.clicked.add(len(self.moves))
        self.moves.append((seat, write(move)))
        self.match.play(seat, move)


def written() -> Line:
    """The first match that has all a test wants to see; it lasts until somebody wins."""
    for n in range(FIRST, FIRST + 100):
        line = Line(seed := f"natrak {n}", Match(GAMES["natrak"], seed, range(SEATS), {"goal": GOAL}))
        _found(line)
        if _hoard(line) and _trade(line) and _win(line):
            return line
    raise AssertionError("no such match was found")


def _found(line: Line) -> None:
    """The foundation: camps where the best numbers meet."""
    match = line.match
    while match.state.turn == 0:
        seat = match.waiting[0]
        move = max(match.legal(seat), key=lambda move: pips(match, move))
        line.play(seat, move, click=True)


def pips(match: AnyMatch, move: Move) -> int:
    """In how many of 36 rolls a camp would bring something; 0 for a road."""
    board = match.state.board
    touching = board.island.touching[move.vertex] if isinstance(move, FoundCamp) else ()
    return sum(PIPS.get(board.token[cell], 0) for cell in touching)


def _hoard(line: Line) -> bool:
    """Nobody builds until a seven makes somebody discard; whoever rolled it sets the dragon on somebody."""
    match = line.match
    line.play(match.waiting[0], Roll(), click=True)
    while match.ply < MOST and not _asked(line, DiscardHalf):
        seat = match.waiting[0]
        verbs = ("tirar", "terminarTurno", "moverDragon")
        line.play(seat, next(move for move in match.legal(seat) if move.verb in verbs))
    if not _asked(line, DiscardHalf):
        return False
    line.clicked.add(len(line.moves) - 1)
    while _asked(line, DiscardHalf):
        line.play(match.waiting[0], _half(match.state.hands[match.waiting[0]]), click=True)
    seat = match.waiting[0]
    robs = [move for move in match.legal(seat) if getattr(move, "victim", -1) >= 0]
    if not _asked(line, MoveDragon) or not robs:
        return False
    line.play(seat, robs[0], click=True)
    return True


def _asked(line: Line, kind: type) -> bool:
    return isinstance(line.match.stack[-1], kind)


def _half(hand: list[int]) -> Discard:
    left = list(hand)
    for _ in range(sum(hand) // 2):
        left[left.index(max(left))] -= 1
    return Discard(cards([has - kept for has, kept in zip(hand, left, strict=True)]))


def _trade(line: Line) -> bool:
    """Whose turn it is gives the next player a card for another; the third one has cards too."""
    match = line.match
    seat = match.waiting[0]
    rival, third = (seat + 1) % SEATS, (seat + 2) % SEATS
    mine, theirs = match.state.hands[seat], match.state.hands[rival]
    pairs = [(g, w) for g, n in enumerate(mine) for w, m in enumerate(theirs) if n and m and g != w]
    if not _asked(line, TakeTurn) or not pairs or not any(match.state.hands[third]):
        return False
    give, want = (cards([int(at == one) for one in range(5)]) for at in pairs[0])
    line.play(seat, Publish((), give, want), click=True)
    for who, kind in ((rival, RaiseHand), (seat, CloseWith)):
        line.play(who, next(move for move in match.legal(who) if isinstance(move, kind)), click=True)
    return True


def _win(line: Line) -> bool:
    """Play on until something built wins the match; only that is clicked."""
    match = line.match
    while match.outcome is None and match.ply < MOST:
        seat = match.waiting[0]
        legal = [move for move in match.legal(seat) if not hasattr(move, "offer")]
        line.play(seat, min(legal, key=lambda move: rank(match, move)))
    line.clicked.add(len(line.moves) - 1)
    return line.moves[-1][1].startswith(("construir", "mejorar"))


def rank(match: AnyMatch, move: Move) -> int:
    if move.verb == "construirCamino" and match.state.board.camp_spots(match.waiting[0]):
        return len(WORTH) + 1  # there is a place for a camp already: the cards are for that
    if move.verb in WORTH:
        return WORTH.index(move.verb)
    return len(WORTH) + (move.verb == "cambiarGremio")


ADVENTURE = {"version": "aventureros", "goal": "13"}
VENTURED = "ventured 20"
"""A seed with which somebody soon has progress cards, adventurers and goods at once."""
VOYAGE = {"version": "completo", "goal": "30"}
SAILED = "sailed 9"
"""A seed with which somebody soon can launch a ship, move one and change gold at once."""


def ventured() -> Line:
    """A match with adventurers by players who like to build, up to a turn in which there is much to choose."""
    return _built(VENTURED, ADVENTURE, _plenty)


def sailed() -> Line:
    """The same at sea."""
    return _built(SAILED, VOYAGE, _at_sea)


def _built(seed: str, options: dict[str, str], enough: Callable[[Line], bool]) -> Line:
    line = Line(seed, Match(GAMES["natrak"], seed, range(4), options))
    rng, match = Rng(seed, 0, "browser"), line.match
    while match.ply < MOST and not enough(line):
        seat, moves = match.waiting[0], match.legal(match.waiting[0])
        line.play(seat, liked([move for move in moves if not hasattr(move, "offer")], rng))
    return line


def _at_sea(line: Line) -> bool:
    match = line.match
    verbs = {move.verb for move in match.legal(match.waiting[0])}
    return _asked(line, TakeTurn) and {"botarDrakkar", "moverDrakkar", "canjearOro"} <= verbs


def _plenty(line: Line) -> bool:
    match = line.match
    seat, board, saga = match.waiting[0], match.state.board, match.state.saga
    return (
        _asked(line, TakeTurn)
        and len(set(saga.progress[seat])) > 1
        and bool(board.adventurers_of(seat))
        and len(board.adventurers) > 2
        and any(match.state.hands[seat][5:])
    )


# On the page


def store(party: Party, moves: Iterable[tuple[int, str]]) -> None:
    """Make these moves without a browser."""

    def make() -> None:
        people = {seat.number: seat.person for seat in Seat.objects.filter(table_id=party.pk)}
        for seat, text in moves:
            person = people[seat]
            assert person
            play.make_move(party.pk, person, text, prompt=None, key=uuid.uuid4().hex)

    party.site.do(make)


def click(board: Board, text: str) -> None:
    """Make a move by clicking, as a player would."""
    verb, *rest = text.split()
    ply = board.ply
    match verb:
        case "tirar":
            pass
        case "descartar":
            for at, n in _counted(rest[0]):
                tap(board, f"nk-give-{at}-more", n)
        case "ofrecer":
            for side, words in (("give", rest[1]), ("want", rest[2])):
                for at, n in _counted(words):
                    tap(board, f"nk-{side}-{at}-more", n)
        case "construirCamino" | "construirCampamento" | "mejorarCiudad":
            if not _pick(board, text).count():
                choose(board, _pick(board, verb))
            if not board.confirm.count():  # the only place there is stands chosen already
                choose(board, _pick(board, text))
        case "moverDragon":
            choose(board, _pick(board, f"{verb} {rest[0]}"))
            if board.in_bar.count():
                choose(board, board.page.locator(f"#bar-moverdragon-{rest[0]}-{rest[1]}"))
        case "levantarMano":
            choose(board, board.in_bar.filter(has_text="I would take it"))
        case "cerrarCon":
            choose(board, board.in_bar.filter(has_text="Trade with"))
        case "terminarTurno":
            choose(board, board.in_bar.filter(has_text="End your turn"))
        case _:
            choose(board, _pick(board, text))
    board.confirm.click()
    expect(board.live).not_to_have_attribute("data-ply", str(ply), timeout=SOON)


def choose(board: Board, what: Locator) -> None:
    """Tap something; once more, if the page was drawn anew just while the mouse was down."""
    ident = what.get_attribute("id")
    what.click()
    try:
        board.page.locator(f"[id='{ident}'][aria-current]").wait_for(state="attached", timeout=SOON / 2)
    except TimeoutError:
        board.choose(what)


def tap(board: Board, ident: str, times: int = 1) -> None:
    """Tap a tile of the panel; each tap is answered by a page with one card more."""
    for _ in range(times):
        before = board.live.get_attribute("data-picked") or ""
        board.page.locator(f"#{ident}").click()
        expect(board.live).not_to_have_attribute("data-picked", before)


def _counted(words: str) -> list[tuple[int, int]]:
    """Which materials, and how many of each."""
    parts = (word.partition("*") for word in words.split(","))
    return [(BY_WORD[name].at, int(n or 1)) for name, _, n in parts]


def _pick(board: Board, pick: str) -> Locator:
    return board.page.locator(f"[id='pick-{pick.replace(' ', '-')}']")

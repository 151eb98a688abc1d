"""The progress cards of the Crown: robbing, hindering, other people's pieces (rules/natrak.md, 12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core.model import IllegalMove, Move, Seat
from games.core.seats import others
from games.core.words import gettext_noop
from games.natrak.adventurers import rouse
from games.natrak.board import NOBODY, Adventurer
from games.natrak.card_rules import LookAndTake, Rule, at_once, on_each, playing, richer
from games.natrak.components import (
    PROGRESS_BY_WORD,
    WEDDING_GIFT,
    Cards,
    Progress,
)
from games.natrak.dragon import Owing, lairs, selections, steal
from games.natrak.events import (
    AdventurerLost,
    DragonMoved,
    Gave,
    LookedInto,
    Planted,
    ProgressStolen,
    RoadRemoved,
)
from games.natrak.moves import AtRandom, Choose, Give, PlayProgress
from games.natrak.scoring import M, pieces_changed
from games.natrak.state import State, gain, pay, saga_of

# Bishop


def _bishop_ways(state: State, seat: Seat) -> list[Move]:
    """The dragon alone, never the kraken."""
    return on_each(Progress.BISHOP, lairs(state))


def _bishop(match: M, seat: Seat, move: PlayProgress) -> None:
    """The dragon moves, and every rival with a building there loses a random card."""
    board = match.state.board
    board.dragon = int(move.first)
    match.tell(DragonMoved(seat, board.dragon, None))
    beside = board.neighbours_of(board.dragon)
    for rival in others(match.state.order, seat):
        if rival in beside:
            steal(match, seat, rival)


# Deserter


def _deserter_ways(state: State, seat: Seat) -> list[Move]:
    """An adventurer of a rival's lowest level, and where one's own then stands; nowhere if it can't (D41, D42)."""
    board, found = state.board, list[Move]()
    room = board.can_plant(seat)
    for rival in others(state.order, seat):
        theirs = board.adventurers_of(rival)
        lowest = min((board.adventurers[vertex].level for vertex in theirs), default=0)
        for vertex in theirs:
            if board.adventurers[vertex].level == lowest:
                spots = [*board.plant_spots(seat), *([vertex] if board.touches(vertex, seat) else [])]
                if room and spots:
                    found += [playing(Progress.DESERTER, str(vertex), str(spot)) for spot in spots]
                else:
                    found.append(playing(Progress.DESERTER, str(vertex)))
    return found


def _deserter(match: M, seat: Seat, move: PlayProgress) -> None:
    level = _remove(match, int(move.first)).level
    if move.second:
        match.state.board.put_adventurer(int(move.second), Adventurer(seat, level))
        match.tell(Planted(seat, int(move.second), level, paid=False))
    pieces_changed(match)


def _remove(match: M, vertex: int) -> Adventurer:
    """An adventurer goes back to its owner."""
    adventurer = match.state.board.take_adventurer(vertex)
    match.tell(AdventurerLost(adventurer.seat, vertex, adventurer.level))
    return adventurer


# Diplomat, Intrigue, Warlord


def _diplomat_ways(state: State, seat: Seat) -> list[Move]:
    """Every loose road of a rival (D43)."""
    loose = (edge for rival in others(state.order, seat) for edge in state.board.loose_roads(rival))
    return on_each(Progress.DIPLOMAT, loose)


def _diplomat(match: M, seat: Seat, move: PlayProgress) -> None:
    edge = int(move.first)
    match.tell(RoadRemoved(seat, match.state.board.road[edge], edge))
    match.state.board.take_road(edge)
    pieces_changed(match)


def _intrigue_ways(state: State, seat: Seat) -> list[Move]:
    """Every rival's adventurer that stands at an own road."""
    board = state.board
    return on_each(
        Progress.INTRIGUE,
        sorted(v for v, one in board.adventurers.items() if one.seat != seat and board.touches(v, seat)),
    )


def _intrigue(match: M, seat: Seat, move: PlayProgress) -> None:
    _remove(match, int(move.first))
    pieces_changed(match)


def _resting(state: State, seat: Seat) -> list[int]:
    board = state.board
    return [vertex for vertex in board.adventurers_of(seat) if not board.adventurers[vertex].active]


def _warlord_ways(state: State, seat: Seat) -> list[Move]:
    return at_once(Progress.WARLORD, bool(_resting(state, seat)))


def _warlord(match: M, seat: Seat, move: PlayProgress) -> None:
    for vertex in _resting(match.state, seat):
        rouse(match, seat, vertex, paid=False)


def levy_ways(state: State, seat: Seat) -> list[Move]:
    """The legacy card that activates one of the seat's resting adventurers."""
    return on_each(Progress.LEVY, _resting(state, seat))


# Spy


def _spy_ways(state: State, seat: Seat) -> list[Move]:
    held = saga_of(state).progress
    return on_each(Progress.SPY, (rival for rival in others(state.order, seat) if held[rival]))


def _spy(match: M, seat: Seat, move: PlayProgress) -> None:
    rival = int(move.first)
    saga_of(match.state).spied = rival
    match.tell(LookedInto(seat, rival, progress=True))
    match.ask(TakeProgress(seat, rival))


class TakeProgress(LookAndTake):
    """The Spy sees a rival's progress cards and takes one; a Scholar can't be taken (12.6)."""

    def _takeable(self, state: State) -> list[Progress]:
        held = saga_of(state).progress[self.rival]
        return [card for card in dict.fromkeys(held) if card is not Progress.SCHOLAR]

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        takeable = self._takeable(state)
        return [Choose((card.value,)) for card in takeable] if takeable else [Choose(())]

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if not isinstance(move, AtRandom) and move not in self.options(state, seat):
            raise IllegalMove(gettext_noop("First take one of the progress cards you are shown."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        match.no_way_back()
        saga = saga_of(match.state)
        saga.spied = NOBODY
        takeable = self._takeable(match.state)
        if not takeable:
            return
        if isinstance(move, Choose):
            card = PROGRESS_BY_WORD[move.cards[0]]
        else:
            held = [card for card in saga.progress[self.rival] if card in takeable]
            card = match.rng.choice(held)
        saga.progress[self.rival].remove(card)
        saga.hold(seat, card)
        match.tell(ProgressStolen(seat, self.rival, card))


# Saboteur and Wedding


def _saboteur_ways(state: State, seat: Seat) -> list[Move]:
    return at_once(Progress.SABOTEUR, bool(richer(state, seat, 2, equal=True)))


def _saboteur(match: M, seat: Seat, move: PlayProgress) -> None:
    match.ask(Sabotaged(*richer(match.state, seat, 2, equal=True)))


class Sabotaged(Owing):
    """Half of the hand of every rival with as many points or more."""


def _wedding_ways(state: State, seat: Seat) -> list[Move]:
    return at_once(Progress.WEDDING, bool(richer(state, seat, 1)))


def _wedding(match: M, seat: Seat, move: PlayProgress) -> None:
    match.ask(BringGifts(seat, *richer(match.state, seat, 1)))


class BringGifts(Owing):
    """Two cards of every rival with more points, one of who has one, for the seat that plays the Wedding."""

    def __init__(self, to: Seat, *seats: Seat) -> None:
        super().__init__(*seats)
        self.to = to

    def due(self, state: State, seat: Seat) -> int:
        return min(WEDDING_GIFT, sum(state.hands[seat]))

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        """Chance, and every gift: so few cards can be listed, and who reads the list sees what is asked."""
        yield from super().options(state, seat)
        if seat not in self.answers:
            yield from map(Give, selections(state.hands[seat], self.due(state, seat)))

    def said(self, words: Cards) -> Give:
        return Give(words)

    def refusal(self) -> str:
        return gettext_noop("First choose the cards you bring to the wedding.")

    def wrong_number(self) -> str:
        return gettext_noop("Choose exactly {n} cards to give.")

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        given = self.chosen(match, seat, move)
        match.no_way_back()
        pay(match.state.hands[seat], given)
        gain(match.state.hands[self.to], given)
        match.tell(Gave(seat, self.to, sum(given), given))


CROWN: Mapping[Progress, Rule] = {
    Progress.BISHOP: Rule(
        _bishop_ways, _bishop, gettext_noop("The Bishop moves the dragon to another hex of the island.")
    ),
    Progress.DESERTER: Rule(
        _deserter_ways,
        _deserter,
        gettext_noop(
            "Choose an adventurer of a rival's lowest level, then a free corner at a road of yours for your own."
        ),
    ),
    Progress.DIPLOMAT: Rule(
        _diplomat_ways, _diplomat, gettext_noop("Choose a rival's road with an open end.")
    ),
    Progress.SPY: Rule(_spy_ways, _spy, gettext_noop("Choose a rival who holds progress cards.")),
    Progress.INTRIGUE: Rule(
        _intrigue_ways,
        _intrigue,
        gettext_noop("Choose a rival's adventurer that stands at a road of yours."),
    ),
    Progress.SABOTEUR: Rule(
        _saboteur_ways,
        _saboteur,
        gettext_noop("No rival with as many points as you has two cards: keep the Saboteur."),
    ),
    Progress.WARLORD: Rule(
        _warlord_ways, _warlord, gettext_noop("None of your adventurers rests: keep the Warlord.")
    ),
    Progress.WEDDING: Rule(
        _wedding_ways,
        _wedding,
        gettext_noop("No rival with more points than you has a card: keep the Wedding."),
    ),
}

"""The end: tribute, releases and scores (rules/dragonkeeper.md, End of the game)."""

from __future__ import annotations

from collections.abc import Iterable

from games.core.match import Match
from games.core.model import IllegalMove, Move, Prompt, Seat
from games.core.rng import Rng
from games.core.words import gettext_noop
from games.dragonkeeper.components import BONUS
from games.dragonkeeper.events import Freed, Revealed, Scored, Tributed
from games.dragonkeeper.moves import Tribute
from games.dragonkeeper.reckoning import answers, kept, may_free, pairs, points, ready_made, tributes, without
from games.dragonkeeper.state import Reckoning, State, tiles_of

M = Match[State]


def reveal(match: M) -> None:
    """The original guilds come to light, those of the eliminated too."""
    match.no_way_back()
    match.state.revealed = True
    for seat in match.order:
        match.tell(Revealed(seat, match.state.guilds[seat]))


class PayTribute(Prompt[State]):
    """The sealed question to every surviving seat: which stacks for the dragon, and what the releases free.

    Asked even without a choice: whether there is one would tell the original guild.
    """

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return answers(state.stacks[seat], state.guilds[seat])

    def default(self, state: State, seat: Seat, rng: Rng) -> Move:
        return ready_made(state.stacks[seat], state.guilds[seat])

    def check(self, state: State, seat: Seat, move: Move) -> None:
        stacks, guild = state.stacks[seat], state.guilds[seat]
        if not isinstance(move, Tribute):
            raise IllegalMove(gettext_noop("The dragon waits for its tribute: choose what you pay."))
        if move.stacks not in tributes(stacks, guild):
            raise IllegalMove(
                gettext_noop(
                    "The dragon wants your highest stack, and if that is your own guild's, the next highest too."
                )
            )
        if not may_free(without(stacks, move.stacks), guild, move.frees):
            raise IllegalMove(
                gettext_noop("A release you still hold frees one other tile of your own guild: choose again.")
            )

    def settle(self, match: M) -> None:
        """All have answered: guilds, tributes, releases and scores, one after the other for everybody to see."""
        reveal(match)
        answered = {seat: answer for seat, answer in self.answers.items() if isinstance(answer, Tribute)}
        reckonings = tuple(_reckon(match.state, seat, answered[seat]) for seat in self.seats)
        for one in reckonings:
            for colour, tiles in one.paid:
                match.tell(Tributed(one.seat, colour, tiles))
        for one in reckonings:
            for release, tile in one.frees:
                match.tell(Freed(one.seat, release, tile))
        for one in reckonings:
            match.tell(Scored(one.seat, one.others, one.own, one.bonus, one.total))
        for one in reckonings:
            match.state.stacks[one.seat] = kept(match.state.stacks[one.seat], answered[one.seat])
        match.state.reckonings = reckonings
        best = max(one.total for one in reckonings)
        match.finish(*(one.seat for one in reckonings if one.total == best), reason="scores")


def _reckon(state: State, seat: Seat, answer: Tribute) -> Reckoning:
    """What a seat's answer brings it; +2 for everyone tied for most treasure, where that is played."""
    stacks, guild = state.stacks[seat], state.guilds[seat]
    left = kept(stacks, answer)
    own = points(left[guild])
    richest = max(state.treasure[other] for other in state.survivors)
    return Reckoning(
        seat=seat,
        paid=tuple((colour, len(stacks[colour])) for colour in answer.stacks),
        frees=tuple(pairs(answer.frees)),
        kept=tuple(tiles_of(left)),
        others=points(list(tiles_of(left))) - own,
        own=own,
        bonus=BONUS if state.bonus and state.treasure[seat] == richest else 0,
    )

"""The progress cards of Alchemy: trade, and other people's money (rules/natrak.md, 12.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.core.model import IllegalMove, Move, Seat
from games.core.seats import others
from games.core.words import gettext_noop
from games.natrak.board import NOBODY
from games.natrak.card_rules import (
    Deed,
    LookAndTake,
    Rule,
    any_basic,
    around,
    naming,
    on_each,
    richer,
)
from games.natrak.components import (
    BY_WORD,
    CHEAP_RATE,
    GOODS,
    GOODS_LEVY,
    KINDS,
    MASTER_TAKES,
    MATERIALS,
    RESOURCE_LEVY,
    TRADED,
    Counts,
    Progress,
    counted,
)
from games.natrak.dragon import drawn, selections
from games.natrak.events import FleetSails, HarbourTraded, LookedInto, MerchantMoved, Stole
from games.natrak.moves import AtRandom, Choose, PlayProgress
from games.natrak.scoring import M, check_victory
from games.natrak.scrolls import levy
from games.natrak.state import State, covers, gain, nth_card, pay, saga_of
from games.natrak.trade import rates

# Merchant


def _merchant_ways(state: State, seat: Seat) -> list[Move]:
    """A hex of a basic resource at an own building, another one than where the own Merchant stands (D40)."""
    saga = saga_of(state)
    here = saga.merchant if saga.trader == seat else NOBODY
    return on_each(Progress.MERCHANT, (cell for cell in around(state, seat, *MATERIALS) if cell != here))


def _merchant(match: M, seat: Seat, move: PlayProgress) -> None:
    saga = saga_of(match.state)
    saga.merchant, saga.trader = int(move.first), seat
    match.tell(MerchantMoved(seat, saga.merchant))
    check_victory(match)


# Merchant fleet


def _fleet_ways(state: State, seat: Seat) -> list[Move]:
    """Any material that the guild wants more than two of."""
    asked = rates(state, seat)
    return naming(Progress.FLEET, [kind for kind in TRADED if asked[kind.at] > CHEAP_RATE])


def _fleet(match: M, seat: Seat, move: PlayProgress) -> None:
    material = BY_WORD[move.first]
    saga_of(match.state).fleet[material.at] = True
    match.tell(FleetSails(seat, material))


# Commercial harbour


def _harbour_ways(state: State, seat: Seat) -> list[Move]:
    return naming(Progress.HARBOUR, [basic for basic in MATERIALS if state.hands[seat][basic.at]])


def _harbour(match: M, seat: Seat, move: PlayProgress) -> None:
    """Every rival with goods gives a random one for a card of the named resource, as long as those last."""
    basic, hands = BY_WORD[move.first], match.state.hands
    for rival in others(match.state.order, seat):
        goods = hands[rival][len(MATERIALS) : len(TRADED)]
        if hands[seat][basic.at] and any(goods):
            good = GOODS[nth_card(goods, match.rng.below(sum(goods)))]
            hands[seat][basic.at] -= 1
            hands[rival][basic.at] += 1
            hands[rival][good.at] -= 1
            hands[seat][good.at] += 1
            match.tell(HarbourTraded(seat, rival, basic, good))


# Master merchant


def _master_ways(state: State, seat: Seat) -> list[Move]:
    return on_each(Progress.MASTER, richer(state, seat, 1))


def _master(match: M, seat: Seat, move: PlayProgress) -> None:
    rival = int(move.first)
    saga_of(match.state).audited = rival
    match.tell(LookedInto(seat, rival, progress=False))
    match.ask(TakeCards(seat, rival))


class TakeCards(LookAndTake):
    """The Master Merchant sees a rival's hand and takes two cards of it, one if there is one."""

    def _due(self, state: State) -> int:
        return min(MASTER_TAKES, sum(state.hands[self.rival]))

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        return map(Choose, selections(state.hands[self.rival], self._due(state)))

    def check(self, state: State, seat: Seat, move: Move) -> None:
        match move:
            case AtRandom():
                return
            case Choose(words):
                chosen = counted(words, state.kinds)
                if sum(chosen) != self._due(state) or not covers(state.hands[self.rival], chosen):
                    raise IllegalMove(
                        gettext_noop("Take {n} of the cards you are shown."), n=self._due(state)
                    )
            case _:
                raise IllegalMove(gettext_noop("First take cards from the hand you are shown."))

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        match.no_way_back()
        saga_of(match.state).audited = NOBODY
        hands = match.state.hands
        chosen: Counts = (
            counted(move.cards, match.state.kinds)
            if isinstance(move, Choose)
            else drawn(hands[self.rival], self._due(match.state), match.rng)
        )
        pay(hands[self.rival], chosen)
        gain(hands[seat], chosen)
        for at, n in enumerate(chosen):
            for _ in range(n):
                match.tell(Stole(seat, self.rival, KINDS[at]))


# Monopolies


def _goods_ways(state: State, seat: Seat) -> list[Move]:
    return naming(Progress.GOODS_MONOPOLY, GOODS)


def _monopoly(most: int) -> Deed:
    """Every rival gives so many of the named material, or what it has."""

    def deed(match: M, seat: Seat, move: PlayProgress) -> None:
        for rival in others(match.state.order, seat):
            levy(match, rival, seat, BY_WORD[move.first].at, most)

    return deed


ALCHEMY: Mapping[Progress, Rule] = {
    Progress.MERCHANT: Rule(
        _merchant_ways,
        _merchant,
        gettext_noop("The Merchant goes on a hex that produces and touches a building of yours: choose one."),
    ),
    Progress.FLEET: Rule(
        _fleet_ways,
        _fleet,
        gettext_noop("Name a material that you can't exchange 2:1 already."),
    ),
    Progress.HARBOUR: Rule(_harbour_ways, _harbour, gettext_noop("Name a basic resource that you hold.")),
    Progress.MASTER: Rule(
        _master_ways, _master, gettext_noop("Choose a rival with more points than you, and with cards.")
    ),
    Progress.RESOURCE_MONOPOLY: Rule(
        any_basic(Progress.RESOURCE_MONOPOLY),
        _monopoly(RESOURCE_LEVY),
        gettext_noop("Name one of the five basic resources."),
    ),
    Progress.GOODS_MONOPOLY: Rule(
        _goods_ways, _monopoly(GOODS_LEVY), gettext_noop("Name one of the three goods.")
    ),
}

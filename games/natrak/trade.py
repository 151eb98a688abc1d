"""Trade: with the guild, and offers between the active seat and its rivals (rules/natrak.md, 10).

A live offer lies beside the stack with a number of its own, and so does every counter-offer. Offers are answered only
while the main phase is asked; under a dragon or discards they rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from games.core.model import IllegalMove, Move, NotPossibleNow, Prompt, Seat
from games.core.words import gettext_noop
from games.natrak.components import (
    CHEAP_RATE,
    EFFECT_FROM,
    GOODS,
    GUILD_RATE,
    KINDS,
    MATERIALS,
    SEATS,
    TRADED,
    Cards,
    Counts,
    Discipline,
    Material,
    cards,
    counted,
)
from games.natrak.events import (
    Countered,
    CounterRejected,
    Declined,
    Exchanged,
    HandRaised,
    Offered,
    OfferEnded,
    Traded,
)
from games.natrak.moves import (
    Accept,
    AcceptCounter,
    CloseWith,
    Exchange,
    MakeCounter,
    NotInterested,
    Publish,
    RaiseHand,
    RejectCounter,
    Withdraw,
)
from games.natrak.scoring import M
from games.natrak.state import Counter, State, Trade, covers, gain, pay

NO_GOLD = gettext_noop("Gold is never traded: change it, one for one, for a basic resource.")

# The guild

VERSIONS = (MATERIALS, TRADED)
"""What is traded in the basic version and in the others."""

EXCHANGES = {
    len(kinds): tuple(tuple(Exchange(give, get) for get in kinds if get is not give) for give in kinds)
    for kinds in VERSIONS
}
"""The exchanges by how many kinds there are and by what is given, made once."""


def rates(state: State, seat: Seat) -> list[int]:
    """How many cards of each material the guild takes for one: ports, or what is better (rules/natrak.md, 10.2)."""
    saga, found = state.saga, state.board.rates(seat)
    if saga is None:
        return found
    goods = CHEAP_RATE if saga.level(seat, Discipline.ALCHEMY) >= EFFECT_FROM else GUILD_RATE
    found = found + [goods] * len(GOODS)
    if saga.trader == seat:
        sold = state.board.yields[saga.merchant]
        assert sold is not None
        found[sold.at] = CHEAP_RATE
    if seat == state.active:
        return [CHEAP_RATE if sails else rate for rate, sails in zip(found, saga.fleet, strict=True)]
    return found


def exchanges(state: State, seat: Seat) -> list[Move]:
    """What the seat's hand can be exchanged for at the guild."""
    found: list[Move] = []
    hand = state.hands[seat]
    for held, rate, moves in zip(hand, rates(state, seat), EXCHANGES[state.traded], strict=False):
        if held >= rate:
            found += moves
    return found


def _check_known(state: State, *materials: Material) -> None:
    if Material.GOLD in materials:
        raise IllegalMove(NO_GOLD)
    if any(material.at >= state.kinds for material in materials):
        raise IllegalMove(gettext_noop("There are no goods in this version: name a basic resource."))


def check_exchange(state: State, seat: Seat, move: Exchange) -> None:
    """Raise IllegalMove unless the seat can make that exchange."""
    if move.give is move.get:
        raise IllegalMove(gettext_noop("Choose another material than the one you give."))
    _check_known(state, move.give, move.get)
    rate = rates(state, seat)[move.give.at]
    if state.hands[seat][move.give.at] < rate:
        raise IllegalMove(
            gettext_noop("The guild wants {n} of those from you, and you hold fewer: give something else."),
            n=rate,
        )


def exchange(match: M, seat: Seat, move: Exchange) -> None:
    """The best rate the seat has, for one card."""
    hand = match.state.hands[seat]
    rate = rates(match.state, seat)[move.give.at]
    hand[move.give.at] -= rate
    hand[move.get.at] += 1
    match.tell(Exchanged(seat, move.give, rate, move.get))


# Publishing an offer

SIMPLE_OFFERS = {
    len(kinds): tuple(
        tuple(
            tuple(Publish(to, (give.value,), (want.value,)) for want in kinds if want is not give)
            for give in kinds
        )
        for to in [(), *((seat,) for seat in range(SEATS[-1]))]
    )
    for kinds in VERSIONS
}
"""One card for one, those that are listed: by the number of kinds, whom it is for (everybody first), what is given."""


def offers(state: State, seat: Seat) -> list[Move]:
    """The simplest offers, as long as none is live; any other may be put together."""
    found: list[Move] = []
    if state.trade is None:
        present = [rival for rival in state.order if rival != seat and rival not in state.absent]
        hand = state.hands[seat]
        kinds = [at for at, held in enumerate(hand[: state.traded]) if held]
        simple = SIMPLE_OFFERS[state.traded]
        for to in (0, *(rival + 1 for rival in present)):
            for at in kinds:
                found += simple[to][at]
    return found


@lru_cache(maxsize=1024)
def terms(give: Cards, want: Cards, kinds: int) -> tuple[Counts, Counts]:
    """Both sides of an offer as counts; IllegalMove unless both have cards and no material is on both (D28)."""
    if any(word.partition("*")[0] == Material.GOLD.value for word in (*give, *want)):
        raise IllegalMove(NO_GOLD)
    gives, wants = counted(give, kinds), counted(want, kinds)
    if not any(gives) or not any(wants):
        raise IllegalMove(
            gettext_noop(
                "Both sides of an offer need at least one card: choose what you give and what you want."
            )
        )
    if any(one and other for one, other in zip(gives, wants, strict=True)):
        raise IllegalMove(
            gettext_noop("No material can be on both sides of an offer: take it off one of them.")
        )
    return gives, wants


def check_publish(state: State, seat: Seat, move: Publish) -> None:
    """Raise IllegalMove unless the active seat can make that offer now."""
    if state.trade is not None:
        raise IllegalMove(gettext_noop("One offer at a time: withdraw yours before you make another."))
    gives, _ = terms(move.give, move.want, state.traded)
    if len(move.to) > 1 or any(to == seat or to not in state.order for to in move.to):
        raise IllegalMove(gettext_noop("Offer to everybody or to one rival."))
    if any(to in state.absent for to in move.to):
        raise IllegalMove(gettext_noop("That player is away: offer to somebody else."))
    if not covers(state.hands[seat], gives):
        raise IllegalMove(gettext_noop("You don't hold what you offer: offer cards from your hand."))


def publish(match: M, seat: Seat, move: Publish) -> None:
    """Lay the offer beside the stack."""
    gives, wants = terms(move.give, move.want, match.state.traded)
    to = move.to[0] if move.to else None
    prompt: Prompt[State] = OpenOffer(*match.order) if to is None else DirectedOffer(seat, to)
    match.offer(prompt)
    match.state.trade = Trade(prompt.number, seat, to, gives, wants)
    match.tell(Offered(seat, to, gives, wants))


# Answering it


class MainPhase(Prompt[State]):
    """The question during which one trades; the main phase of a turn is the only one."""


class TradeOffer(Prompt[State]):
    """An invitation to trade. Who is away can't answer."""

    def rests(self, top: Prompt[State]) -> bool:
        return not isinstance(top, MainPhase)

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        trade = state.trade
        if trade is None or seat in state.absent:
            return []
        return [Withdraw(self.number)] if seat == trade.owner else []

    def check(self, state: State, seat: Seat, move: Move) -> None:
        trade = state.trade
        assert trade is not None
        if seat in state.absent:
            raise IllegalMove(gettext_noop("You are counted as away: come back to the table first."))
        if seat == trade.owner:
            self.check_owner(state, trade, move)
        else:
            self.check_rival(state, trade, seat, move)

    def check_owner(self, state: State, trade: Trade, move: Move) -> None:
        """Raise IllegalMove unless the offer's owner may do that."""
        if not isinstance(move, Withdraw):
            raise _no_answer()

    def check_rival(self, state: State, trade: Trade, seat: Seat, move: Move) -> None:
        """Raise IllegalMove unless a rival may answer so."""
        raise NotImplementedError


def _no_answer() -> IllegalMove:
    return IllegalMove(gettext_noop("That is no answer to this offer: choose one of those shown."))


def _check_held(state: State, seat: Seat, wanted: Counts) -> None:
    if not covers(state.hands[seat], wanted):
        raise IllegalMove(
            gettext_noop("You don't hold what is asked for: turn it down, or offer something else.")
        )


def _check_other(state: State, seat: Seat, wanted: Counts) -> None:
    """The other side's part, of which one is told no more than this."""
    if not covers(state.hands[seat], wanted):
        raise NotPossibleNow(
            gettext_noop("That trade is not possible now: choose another, or withdraw the offer.")
        )


class OpenOffer(TradeOffer):
    """An offer to everybody: raise a hand, decline or counter; its owner closes with one raised hand or withdraws."""

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        trade, found = state.trade, list(super().options(state, seat))
        if trade is None or seat in state.absent:
            return found
        if seat == trade.owner:
            able = covers(state.hands[seat], trade.give)
            return [CloseWith(self.number, rival) for rival in trade.raised if able] + found
        if seat not in trade.raised and covers(state.hands[seat], trade.want):
            found.append(RaiseHand(self.number))
        if seat not in trade.declined:
            found.append(NotInterested(self.number))
        return found + self._simple_counters(state, trade, seat)

    def _simple_counters(self, state: State, trade: Trade, seat: Seat) -> list[Move]:
        """One card for one of those offered; any other counter-offer may be put together."""
        kinds = KINDS[: state.traded]
        mine = [m.value for m in kinds if state.hands[seat][m.at] and not trade.give[m.at]]
        his = [m.value for m in kinds if trade.give[m.at]]
        before = trade.counters.get(seat)
        made = (cards(before.give), cards(before.want)) if before else None
        return [
            MakeCounter(self.number, (one,), (other,))
            for one in mine
            for other in his
            if ((one,), (other,)) != made
        ]

    def check_owner(self, state: State, trade: Trade, move: Move) -> None:
        match move:
            case Withdraw():
                return
            case CloseWith(_, rival):
                if rival not in trade.raised:
                    raise IllegalMove(gettext_noop("Close with somebody whose hand is raised."))
                _check_held(state, trade.owner, trade.give)
                _check_other(state, rival, trade.want)
            case _:
                raise _no_answer()

    def check_rival(self, state: State, trade: Trade, seat: Seat, move: Move) -> None:
        match move:
            case RaiseHand() if seat not in trade.raised:
                _check_held(state, seat, trade.want)
                _check_other(state, trade.owner, trade.give)
            case NotInterested() if seat not in trade.declined:
                return
            case MakeCounter(_, give, want):
                gives, wants = terms(give, want, state.traded)
                _check_held(state, seat, gives)
                before = trade.counters.get(seat)
                if before and (before.give, before.want) == (gives, wants):
                    raise IllegalMove(
                        gettext_noop("That is your counter-offer already: change it, or wait for the answer.")
                    )
            case _:
                raise _no_answer()

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        trade = match.state.trade
        assert trade is not None
        match move:
            case RaiseHand():
                _answered(match, trade)
                trade.raised.append(seat)
                if seat in trade.declined:
                    trade.declined.remove(seat)
                match.tell(HandRaised(seat))
            case NotInterested():
                _answered(match, trade)
                lower(match, seat)
                trade.declined.append(seat)
                match.tell(Declined(seat))
            case MakeCounter(_, give, want):
                _counter(match, trade, seat, *terms(give, want, match.state.traded))
            case CloseWith(_, rival):
                _close(match, trade, rival, trade.give, trade.want)
            case _:
                if trade.answered:
                    match.no_way_back()
                end_trade(match)


def _answered(match: M, trade: Trade) -> None:
    """A rival has said something: neither that nor a withdrawal after it is taken back (17)."""
    match.no_way_back()
    trade.answered = True


def _counter(match: M, trade: Trade, seat: Seat, gives: Counts, wants: Counts) -> None:
    """A new counter-offer replaces the seat's old one and has a new number."""
    _answered(match, trade)
    _drop_counter(match, trade, seat)
    if seat in trade.declined:
        trade.declined.remove(seat)
    prompt = CounterOffer(trade.owner, seat)
    match.offer(prompt)
    trade.counters[seat] = Counter(prompt.number, gives, wants)
    match.tell(Countered(seat, gives, wants))


class DirectedOffer(TradeOffer):
    """An offer to one rival, who accepts or declines; either ends it."""

    def __init__(self, owner: Seat, to: Seat) -> None:
        super().__init__(to, owner)

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        trade, found = state.trade, list(super().options(state, seat))
        if trade is not None and seat == trade.to and seat not in state.absent:
            if covers(state.hands[seat], trade.want):
                found.append(Accept(self.number))
            found.append(NotInterested(self.number))
        return found

    def check_rival(self, state: State, trade: Trade, seat: Seat, move: Move) -> None:
        match move:
            case Accept():
                _check_held(state, seat, trade.want)
                _check_other(state, trade.owner, trade.give)
            case NotInterested():
                return
            case _:
                raise _no_answer()

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        trade = match.state.trade
        assert trade is not None
        if isinstance(move, Accept):
            _close(match, trade, seat, trade.give, trade.want)
            return
        if isinstance(move, NotInterested):
            match.no_way_back()
            match.tell(Declined(seat))
        end_trade(match)


class CounterOffer(TradeOffer):
    """A rival's counter-offer, for the offer's owner to accept or reject by its number."""

    def __init__(self, owner: Seat, rival: Seat) -> None:
        super().__init__(owner)
        self.rival = rival

    def options(self, state: State, seat: Seat) -> Iterable[Move]:
        trade = state.trade
        if trade is None or seat in state.absent:
            return []
        able = covers(state.hands[seat], trade.counters[self.rival].want)
        return [*([AcceptCounter(self.number)] if able else []), RejectCounter(self.number)]

    def check_owner(self, state: State, trade: Trade, move: Move) -> None:
        counter = trade.counters[self.rival]
        match move:
            case AcceptCounter():
                _check_held(state, trade.owner, counter.want)
                _check_other(state, self.rival, counter.give)
            case RejectCounter():
                return
            case _:
                raise _no_answer()

    def answer(self, match: M, seat: Seat, move: Move) -> None:
        trade = match.state.trade
        assert trade is not None
        counter = trade.counters[self.rival]
        if isinstance(move, AcceptCounter):
            _close(match, trade, self.rival, counter.want, counter.give)
        else:
            match.no_way_back()
            _drop_counter(match, trade, self.rival)
            match.tell(CounterRejected(seat, self.rival))


def _close(match: M, trade: Trade, rival: Seat, give: Counts, got: Counts) -> None:
    """Cards change hands, and the offer with all its answers is gone."""
    match.no_way_back()
    hands = match.state.hands
    pay(hands[trade.owner], give)
    pay(hands[rival], got)
    gain(hands[trade.owner], got)
    gain(hands[rival], give)
    match.tell(Traded(trade.owner, rival, give, got))
    _clear(match)


def end_trade(match: M) -> None:
    """The live offer, if there is one, ends without a trade."""
    trade = match.state.trade
    if trade is not None:
        match.tell(OfferEnded(trade.owner))
        _clear(match)


def _clear(match: M) -> None:
    for prompt in list(match.offers.values()):
        if isinstance(prompt, TradeOffer):
            match.withdraw(prompt)
    match.state.trade = None


def lower(match: M, seat: Seat) -> None:
    """A rival's raised hand and counter-offer are gone (D30)."""
    trade = match.state.trade
    if trade is not None:
        if seat in trade.raised:
            trade.raised.remove(seat)
        _drop_counter(match, trade, seat)


def _drop_counter(match: M, trade: Trade, seat: Seat) -> None:
    counter = trade.counters.pop(seat, None)
    if counter is not None:
        match.withdraw(match.offers[counter.number])

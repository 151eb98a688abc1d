"""What the other games will ask of the contract, each written as its smallest prompt classes.

Drako's defence, Dragonkeeper's tribute, Natrak's trade, discards and windows (docs/rules).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

import pytest

from games.core.checks import digest, playout
from games.core.match import Match
from games.core.model import Event, IllegalMove, Move, Prompt, Seat, StalePrompt
from games.core.rng import Rng
from games.core.seats import after, others
from tests.core.toys import Toy

# Drako: an attack, and one question to the defender, asked whatever the hand holds


@dataclass(frozen=True)
class Attack(Move):
    """Attack this many figures of the other side with one card."""

    verb: ClassVar[str] = "attack"
    targets: int


@dataclass(frozen=True)
class Block(Move):
    """Which of the attacks are blocked, by number."""

    verb: ClassVar[str] = "block"
    attacks: tuple[int, ...]


@dataclass(frozen=True)
class NeverBlock(Move):
    """The standing order, given or withdrawn."""

    verb: ClassVar[str] = "never"
    offer: int
    on: str


@dataclass(frozen=True)
class Attacked(Event):
    seat: Seat
    targets: int


@dataclass(frozen=True)
class Defended(Event):
    """How many were blocked; nothing about how the answer came."""

    seat: Seat
    blocked: int


@dataclass
class Duel:
    """`hands` count defence cards and others; only sizes are public."""

    defences: list[int]
    blanks: list[int]
    wounds: list[int] = field(default_factory=lambda: [0, 0])
    never: list[bool] = field(default_factory=lambda: [False, False])
    orders: list[int] = field(default_factory=list)

    def size(self, seat: Seat) -> int:
        return self.defences[seat] + self.blanks[seat]


class Strike(Prompt[Duel]):
    """Attack one or two figures."""

    def options(self, state: Duel, seat: Seat) -> Iterable[Move]:
        return [Attack(1), Attack(2)]

    def answer(self, match: Match[Duel], seat: Seat, move: Move) -> None:
        assert isinstance(move, Attack)
        match.tell(Attacked(seat, move.targets))
        match.ask(Defence(1 - seat, move.targets))


class Defence(Prompt[Duel]):
    """Which attacks do you block? Asked without a defence card too; not with an empty hand, which is public."""

    def __init__(self, seat: Seat, attacks: int) -> None:
        super().__init__(seat)
        self.attacks = attacks

    def surface(self, match: Match[Duel]) -> bool:
        (seat,) = self.seats
        if match.state.size(seat) == 0:
            self.answer(match, seat, Block(()))
            return False
        return True

    def options(self, state: Duel, seat: Seat) -> Iterable[Move]:
        most = min(self.attacks, state.defences[seat])
        return [Block(chosen) for n in range(most + 1) for chosen in combinations(range(self.attacks), n)]

    def default(self, state: Duel, seat: Seat, rng: Rng) -> Move:
        return Block(())

    def standing(self, state: Duel, seat: Seat) -> Move | None:
        return Block(()) if state.never[seat] else None

    def answer(self, match: Match[Duel], seat: Seat, move: Move) -> None:
        assert isinstance(move, Block)
        match.state.defences[seat] -= len(move.attacks)
        match.state.wounds[seat] += self.attacks - len(move.attacks)
        match.tell(Defended(seat, len(move.attacks)))


class Advance(Prompt[Duel]):
    """The private invitation to answer every defence question with "none"; it stays open, to be withdrawn."""

    def options(self, state: Duel, seat: Seat) -> Iterable[Move]:
        return [NeverBlock(self.number, "no" if state.never[seat] else "yes")]

    def answer(self, match: Match[Duel], seat: Seat, move: Move) -> None:
        assert isinstance(move, NeverBlock)
        match.state.never[seat] = move.on == "yes"


class Drakoish(Toy[Duel]):
    slug = "drakoish"
    moves: tuple[type[Move], ...] = (Attack, Block, NeverBlock)

    def __init__(self, defences: list[int], blanks: list[int]) -> None:
        self.deal = defences, blanks

    def setup(self, match: Match[Duel], order: tuple[Seat, ...], options: Mapping[str, str]) -> Duel:
        for seat in (0, 1):
            match.offer(Advance(seat))
        return Duel(list(self.deal[0]), list(self.deal[1]))

    def advance(self, match: Match[Duel]) -> None:
        seat = 0 if match.turn.seat is None else 1 - match.turn.seat
        match.begin_turn(seat)
        match.ask(Strike(seat))

    def view(self, state: Duel, seat: Seat | None) -> object:
        own = None if seat is None else (state.defences[seat], state.never[seat])
        return list(state.wounds), [state.size(0), state.size(1)], own


def duel(defences: int, blanks: int) -> Match[Duel]:
    """Seat 0 is to strike seat 1, who holds so many defences and other cards."""
    return Match(Drakoish([0, defences], [4, blanks]), "seed", (0, 1))


def order(match: Match[Duel], seat: Seat) -> Move:
    """The move that gives or withdraws the seat's standing order."""
    (offer,) = [prompt for prompt in match.prompts_for(seat) if isinstance(prompt, Advance)]
    (move,) = offer.options(match.state, seat)
    return move


def drive(match: Match[Any]) -> None:
    """What the portal does after every move: play the answers that standing orders give."""
    while match.standing:
        match.play(*match.standing)


def outside(match: Match[Duel], seat: Seat | None) -> object:
    """All that a reader who is not the defender can see of a match."""
    return (
        match.view(seat),
        [event.seen_by(seat) for event in match.events],
        match.waiting,
        [(type(p).__name__, p.number) for p in match.prompts_for(seat)],
        match.legal(seat) if seat is not None else [],
        match.stack[-1].number,
        match.ply,
        match.undoable(0),
    )


def test_the_defender_chooses_which_attacks_to_block_in_one_answer():
    match = duel(1, 3)
    match.play(0, "attack 2")
    assert list(match.waiting) == [1]
    assert match.legal(1)[:3] == [Block(()), Block((0,)), Block((1,))]
    with pytest.raises(IllegalMove):
        match.play(1, "block 0,1")
    match.play(1, "block 1")
    assert match.state.wounds == [0, 1]
    assert match.state.defences == [0, 0]


def test_the_defender_without_a_defence_card_is_asked_as_one_with():
    with_card, without = duel(2, 2), duel(0, 4)
    for match in (with_card, without):
        match.play(0, "attack 2")
    for reader in (0, None):
        assert outside(with_card, reader) == outside(without, reader)
    for match in (with_card, without):
        match.play(1, "block -")
    for reader in (0, None):
        assert outside(with_card, reader) == outside(without, reader)


def test_an_empty_hand_is_not_asked():
    match = duel(0, 0)
    match.play(0, "attack 2")
    assert match.state.wounds == [0, 2]
    assert isinstance(match.stack[-1], Strike)
    assert list(match.waiting) == [1]


def test_the_order_never_to_block_can_be_given_in_advance_and_withdrawn():
    match = duel(1, 3)
    given = order(match, 1)
    match.play(1, given)
    assert list(match.waiting) == [0]
    assert order(match, 1) == NeverBlock(2, "no")
    match.play(1, order(match, 1))
    match.play(0, "attack 1")
    assert match.standing is None
    assert list(match.waiting) == [1]


def test_an_answer_by_standing_order_looks_like_one_given_by_hand():
    by_order, by_hand = duel(1, 3), duel(1, 3)
    by_order.play(1, order(by_order, 1))
    # By hand the seat has toggled its order as well, to and fro, so that both have stored as many moves.
    by_hand.play(1, order(by_hand, 1))
    for match in (by_order, by_hand):
        match.play(0, "attack 2")
    drive(by_order)
    by_hand.play(1, "block -")
    for reader in (0, None):
        assert outside(by_order, reader) == outside(by_hand, reader)
    assert [(e.seat, e.move, e.by) for e in by_order.story] == [(e.seat, e.move, e.by) for e in by_hand.story]
    assert digest(by_order) == digest(by_hand)


def test_a_standing_order_is_the_same_whatever_the_hand_holds():
    with_card, without = duel(2, 2), duel(0, 4)
    for match in (with_card, without):
        match.play(1, order(match, 1))
        match.play(0, "attack 2")
        drive(match)
    for reader in (0, None):
        assert outside(with_card, reader) == outside(without, reader)


# Dragonkeeper: one sealed tribute of all seats, with choices that depend on a secret


@dataclass(frozen=True)
class Pay(Move):
    """The stacks discarded, in order."""

    verb: ClassVar[str] = "pay"
    stacks: tuple[str, ...]


@dataclass(frozen=True)
class Revealed(Event):
    guilds: tuple[str, ...]


@dataclass
class Vault:
    guilds: list[str]
    stacks: list[dict[str, int]]


class Tribute(Prompt[Vault]):
    """Discard the highest stack; if it is your guild's, the next highest too. Everybody is asked, choice or not."""

    def options(self, state: Vault, seat: Seat) -> Iterable[Move]:
        stacks, guild = state.stacks[seat], state.guilds[seat]
        return [
            Pay((first, second) if second else (first,))
            for first in _highest(stacks)
            for second in (
                _highest({k: v for k, v in stacks.items() if k != guild}) if first == guild else [""]
            )
        ]

    def default(self, state: Vault, seat: Seat, rng: Rng) -> Move:
        return next(iter(self.options(state, seat)))

    def answer(self, match: Match[Vault], seat: Seat, move: Move) -> None:
        assert isinstance(move, Pay)
        for stack in move.stacks:
            del match.state.stacks[seat][stack]

    def settle(self, match: Match[Vault]) -> None:
        super().settle(match)
        match.tell(Revealed(tuple(match.state.guilds)))
        left = [sum(stacks.values()) for stacks in match.state.stacks]
        match.finish(left.index(max(left)), reason="most")


def _highest(stacks: Mapping[str, int]) -> list[str]:
    return [name for name in sorted(stacks) if stacks[name] == max(stacks.values())]


class Keeperish(Toy[Vault]):
    slug = "keeperish"
    moves: tuple[type[Move], ...] = (Pay,)

    def __init__(self, guilds: list[str], stacks: list[dict[str, int]]) -> None:
        self.deal = guilds, stacks

    def setup(self, match: Match[Vault], order: tuple[Seat, ...], options: Mapping[str, str]) -> Vault:
        return Vault(*deepcopy(self.deal))

    def advance(self, match: Match[Vault]) -> None:
        match.ask(Tribute(*match.order))

    def view(self, state: Vault, seat: Seat | None) -> object:
        return deepcopy(state.stacks), None if seat is None else state.guilds[seat]


STACKS = [{"blue": 3, "red": 3, "green": 1}, {"blue": 2, "red": 1}, {"green": 4, "red": 2, "blue": 2}]


def vault(*guilds: str) -> Match[Vault]:
    """The end of a match of three with these secret guilds."""
    return Match(Keeperish(list(guilds), STACKS), "seed", (1, 2, 0))


def test_the_tribute_asks_everybody_at_once_and_offers_each_what_its_secret_allows():
    match = vault("blue", "blue", "green")
    assert set(match.waiting) == {0, 1, 2}
    assert match.legal(0) == [Pay(("blue", "red")), Pay(("red",))]
    assert match.legal(1) == [Pay(("blue", "red"))]
    assert match.legal(2) == [Pay(("green", "blue")), Pay(("green", "red"))]
    assert vault("green", "red", "red").legal(0) == [Pay(("blue",)), Pay(("red",))]


def test_a_tribute_that_ones_secret_forbids_is_refused_to_that_seat_alone():
    match = vault("blue", "blue", "green")
    with pytest.raises(IllegalMove):
        match.play(2, "pay green")
    other = vault("blue", "blue", "red")
    other.play(2, "pay green")


def test_others_see_that_a_tribute_was_paid_and_not_which_until_all_have():
    two_ways = [vault("blue", "blue", "green"), vault("blue", "blue", "green")]
    two_ways[0].play(2, "pay green,blue")
    two_ways[1].play(2, "pay green,red")
    for match in two_ways:
        assert list(match.waiting) == [1, 0]
        assert match.view(0) == vault("blue", "blue", "red").view(0)
        assert match.events == []
    two_ways[0].play(2, "pay green,red")
    for seat, line in ((0, "pay red"), (1, "pay blue,red")):
        two_ways[0].play(seat, line)
    assert two_ways[0].state.stacks == [{"blue": 3, "green": 1}, {}, {"blue": 2}]
    assert two_ways[0].events == [Revealed(("blue", "blue", "green"))]
    assert two_ways[0].outcome is not None


def test_the_tribute_looks_alike_from_outside_whatever_the_secrets():
    one, two = vault("blue", "blue", "green"), vault("green", "red", "red")
    assert one.waiting == two.waiting
    assert one.view(None) == two.view(None)
    assert [p.number for p in one.prompts_for(1)] == [p.number for p in two.prompts_for(1)]


# Natrak: trade beside the main phase, discards and windows


@dataclass(frozen=True)
class Build(Move):
    verb: ClassVar[str] = "build"


@dataclass(frozen=True)
class Done(Move):
    verb: ClassVar[str] = "done"


@dataclass(frozen=True)
class Seven(Move):
    """A seven is rolled (by agreement: the toy has no dice)."""

    verb: ClassVar[str] = "seven"


@dataclass(frozen=True)
class Publish(Move):
    """Offer one material for another."""

    verb: ClassVar[str] = "publish"
    give: str
    want: str


@dataclass(frozen=True)
class Raise(Move):
    """Raise a hand: I would accept this offer."""

    verb: ClassVar[str] = "raise"
    offer: int


@dataclass(frozen=True)
class CounterOffer(Move):
    """I would give `give` for `want` instead."""

    verb: ClassVar[str] = "counter"
    offer: int
    give: str
    want: str


@dataclass(frozen=True)
class CloseWith(Move):
    """The offerer trades with a seat whose hand is raised."""

    verb: ClassVar[str] = "close"
    offer: int
    seat: int


@dataclass(frozen=True)
class AcceptCounter(Move):
    verb: ClassVar[str] = "accept"
    offer: int


@dataclass(frozen=True)
class Withdraw(Move):
    verb: ClassVar[str] = "withdraw"
    offer: int


@dataclass(frozen=True)
class Discard(Move):
    verb: ClassVar[str] = "discard"
    cards: tuple[str, ...]


@dataclass(frozen=True)
class SkipWindows(Move):
    verb: ClassVar[str] = "windows"
    offer: int
    skip: str


@dataclass(frozen=True)
class Discarded(Event):
    seat: Seat
    count: int


CARDS = ("clay", "wood", "wool")


@dataclass
class Camp:
    """Hands are secret, `trade` is the public text of the live offer and `raised` who would accept it."""

    hands: list[list[str]]
    trade: tuple[int, Seat, str, str] | None = None
    raised: list[Seat] = field(default_factory=list)
    counters: dict[Seat, tuple[int, str, str]] = field(default_factory=dict)
    built: list[int] = field(default_factory=lambda: [0, 0, 0])
    skips: list[bool] = field(default_factory=lambda: [False, False, False])


C = Match[Camp]


class Principal(Prompt[Camp]):
    """The main phase of a turn: one question, whatever is done in it."""

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        pairs = [Publish(a, b) for a in sorted(set(state.hands[seat])) for b in CARDS if a != b]
        return [Build(), *([] if state.trade else pairs), Seven(), Done()]

    def default(self, state: Camp, seat: Seat, rng: Rng) -> Move:
        return Done()

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        if isinstance(move, Done):
            end_trade(match)
            match.ask(BuildingWindow(after(match.order, seat)))
            return
        match.ask(self)
        match move:
            case Build():
                match.state.built[seat] += 1
            case Publish(give, want):
                open_ = Offer(match.order, seat)
                match.offer(open_)
                match.state.trade = (open_.number, seat, give, want)
            case Seven():
                heavy = [s for s in [*others(match.order, seat), seat] if len(match.state.hands[s]) > 4]
                match.ask(DragonMoves(seat))
                if heavy:
                    match.ask(Discards(*heavy))


class DragonMoves(Prompt[Camp]):
    """An interruption of the main phase."""

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        return [Done()]

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        pass


class TradeOffer(Prompt[Camp]):
    """Trade is answered in the main phase only; under anything else it rests."""

    def rests(self, top: Prompt[Camp]) -> bool:
        return not isinstance(top, Principal)


class Offer(TradeOffer):
    """An open offer. Rivals raise a hand or counter; the offerer closes with one of them or withdraws."""

    def __init__(self, seats: tuple[Seat, ...], owner: Seat) -> None:
        super().__init__(*seats)
        self.owner = owner

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        assert state.trade is not None
        _, owner, give, want = state.trade
        if seat == owner:
            return [*(CloseWith(self.number, rival) for rival in state.raised), Withdraw(self.number)]
        raises = [Raise(self.number)] if want in state.hands[seat] else []
        held = sorted(set(state.hands[seat]))
        return raises + [CounterOffer(self.number, mine, give) for mine in held if mine not in (give, want)]

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        state = match.state
        assert state.trade is not None
        _, owner, give, want = state.trade
        match move:
            case Raise() if seat not in state.raised:
                state.raised.append(seat)
            case CounterOffer(_, mine, his):
                if seat in state.counters:
                    match.withdraw(match.offers[state.counters[seat][0]])
                counter = CounterBid(owner, seat)
                match.offer(counter)
                state.counters[seat] = (counter.number, mine, his)
            case CloseWith(_, rival):
                swap(state, owner, give, rival, want)
                end_trade(match)
            case Withdraw():
                end_trade(match)


class CounterBid(TradeOffer):
    """A counter-offer, which the offerer accepts by its number."""

    def __init__(self, owner: Seat, rival: Seat) -> None:
        super().__init__(owner)
        self.rival = rival

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        return [AcceptCounter(self.number)] if state.counters[self.rival][2] in state.hands[seat] else []

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        _, mine, his = match.state.counters[self.rival]
        swap(match.state, seat, his, self.rival, mine)
        end_trade(match)


def swap(state: Camp, one: Seat, gives: str, other: Seat, returns: str) -> None:
    state.hands[one].remove(gives)
    state.hands[other].remove(returns)
    state.hands[one].append(returns)
    state.hands[other].append(gives)


def end_trade(match: C) -> None:
    """The offer, the raised hands and the counter-offers are gone."""
    for prompt in [offer for offer in match.offers.values() if isinstance(offer, TradeOffer)]:
        match.withdraw(prompt)
    match.state.trade = None
    match.state.raised = []
    match.state.counters = {}


class Discards(Prompt[Camp]):
    """Half of the hand, rounded down, own choice: too many ways to list them."""

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        return ()

    def sample(self, state: Camp, seat: Seat, rng: Rng) -> Move:
        hand = sorted(state.hands[seat])
        rng.shuffle(hand)
        return Discard(tuple(sorted(hand[: len(hand) // 2])))

    def default(self, state: Camp, seat: Seat, rng: Rng) -> Move:
        return self.sample(state, seat, rng)

    def check(self, state: Camp, seat: Seat, move: Move) -> None:
        if not isinstance(move, Discard) or len(move.cards) != len(state.hands[seat]) // 2:
            raise IllegalMove("Choose half of your cards.")
        if Counter(move.cards) - Counter(state.hands[seat]):
            raise IllegalMove("Choose cards that you hold.")

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        assert isinstance(move, Discard)
        for card in move.cards:
            match.state.hands[seat].remove(card)
        match.tell(Discarded(seat, len(move.cards)))


class BuildingWindow(Prompt[Camp]):
    """After a turn another seat may build; it can always say that it is done."""

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        return [Build(), Done()]

    def default(self, state: Camp, seat: Seat, rng: Rng) -> Move:
        return Done()

    def standing(self, state: Camp, seat: Seat) -> Move | None:
        return Done() if state.skips[seat] else None

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        if isinstance(move, Build):
            match.state.built[seat] += 1
            match.ask(self)


class Windows(Prompt[Camp]):
    """Skip my windows until I say otherwise."""

    def options(self, state: Camp, seat: Seat) -> Iterable[Move]:
        return [SkipWindows(self.number, "no" if state.skips[seat] else "yes")]

    def answer(self, match: C, seat: Seat, move: Move) -> None:
        assert isinstance(move, SkipWindows)
        match.state.skips[seat] = move.skip == "yes"


class Natrakish(Toy[Camp]):
    slug = "natrakish"
    moves: tuple[type[Move], ...] = (
        Build, Done, Seven, Publish, Raise, CounterOffer, CloseWith, AcceptCounter, Withdraw, Discard, SkipWindows,
    )  # fmt: skip

    def setup(self, match: C, order: tuple[Seat, ...], options: Mapping[str, str]) -> Camp:
        for seat in (0, 1, 2):
            match.offer(Windows(seat))
        return Camp([["clay"] * 3, ["clay", "wood", "wood", "wool", "wool", "wool"], ["clay", "wood"] * 4])

    def advance(self, match: C) -> None:
        seat = 0 if match.turn.seat is None else after(match.order, match.turn.seat)
        match.begin_turn(seat)
        match.ask(Principal(seat))


def camp(*lines: tuple[Seat, str]) -> C:
    """A turn of seat 0, who holds three clay; 1 holds clay, wood and wool, 2 clay and wood."""
    match = Match(Natrakish(), "seed", (0, 1, 2))
    for seat, line in lines:
        match.play(seat, line)
    return match


def live(match: C) -> int:
    """The number of the live offer."""
    assert match.state.trade is not None
    return match.state.trade[0]


def refused(match: C, seat: Seat, line: str) -> IllegalMove:
    before = digest(match)
    with pytest.raises(IllegalMove) as refusal:
        match.play(seat, line)
    assert digest(match) == before
    return refusal.value


def test_an_offer_is_answered_by_its_number_while_the_main_phase_goes_on():
    match = camp((0, "publish clay wood"))
    main = match.stack[-1].number
    match.play(1, f"raise {live(match)}")
    match.play(0, "build", prompt=main)
    match.play(2, f"raise {live(match)}")
    assert list(match.waiting) == [0]
    assert match.stack[-1].number == main
    assert [m for m in match.legal(0) if isinstance(m, CloseWith)] == [
        CloseWith(live(match), 1),
        CloseWith(live(match), 2),
    ]
    match.play(0, f"close {live(match)} 2")
    assert sorted(match.state.hands[0]) == ["clay", "clay", "wood"]
    assert match.stack[-1].number == main
    match.play(0, "build", prompt=main)


def test_a_counter_offer_has_a_number_of_its_own_new_on_replacement():
    match = camp((0, "publish clay wood"))
    offer = live(match)
    match.play(1, f"counter {offer} wool clay")
    first = match.state.counters[1][0]
    match.play(1, f"counter {offer} wool clay")
    second = match.state.counters[1][0]
    assert len({offer, first, second, match.stack[-1].number}) == 4
    assert isinstance(refused(match, 0, f"accept {first}"), StalePrompt)
    refused(match, 2, f"accept {second}")
    match.play(0, f"accept {second}")
    assert "wool" in match.state.hands[0]
    assert isinstance(refused(match, 0, f"close {offer} 1"), StalePrompt)


def test_whether_an_answer_is_listed_depends_on_the_answerers_own_hand():
    match = camp((0, "publish clay wool"))
    offer = live(match)
    assert Raise(offer) in match.legal(1)
    assert Raise(offer) not in match.legal(2)
    refused(match, 2, f"raise {offer}")


def test_an_offer_dies_with_the_turn():
    match = camp((0, "publish clay wood"))
    offer = live(match)
    match.play(1, f"counter {offer} wool clay")
    counter = match.state.counters[1][0]
    match.play(0, "done")
    for seat, line in ((2, f"raise {offer}"), (0, f"withdraw {offer}"), (0, f"accept {counter}")):
        assert isinstance(refused(match, seat, line), StalePrompt)


def test_an_offer_rests_while_the_dragon_and_the_discards_are_on_and_lives_on_afterwards():
    match = camp((0, "publish clay wood"), (0, "seven"))
    offer = live(match)
    assert not isinstance(refused(match, 2, f"raise {offer}"), StalePrompt)
    assert not any(isinstance(move, Raise) for move in match.legal(2))
    match.play(1, "discard wool,wool,wool")
    match.play(2, "discard clay,clay,clay,clay")
    refused(match, 2, f"raise {offer}")
    match.play(0, "done")
    match.play(2, f"raise {offer}")


def test_publishing_may_be_taken_back_until_somebody_answers():
    match = camp((0, "publish clay wood"))
    assert match.undoable(0) == [1]
    offer = live(match)
    match.play(0, "takeback 1")
    assert isinstance(refused(match, 2, f"raise {offer}"), StalePrompt)
    match.play(0, "publish clay wood")
    assert live(match) != offer
    match.play(2, f"raise {live(match)}")
    assert match.undoable(0) == []


def test_everybody_with_too_many_cards_discards_at_once_and_sealed():
    match = camp((0, "seven"))
    assert list(match.waiting) == [1, 2]
    assert not any(isinstance(move, Discard) for move in match.legal(1))
    refused(match, 1, "discard wool,wool")
    refused(match, 1, "discard clay,clay,wool")
    refused(match, 0, "discard clay")
    match.play(2, "discard clay,clay,wood,wood")
    assert list(match.waiting) == [1]
    assert match.events == []
    assert len(match.state.hands[2]) == 8
    match.play(1, "discard clay,wood,wool")
    assert match.events == [Discarded(1, 3), Discarded(2, 4)]
    assert sorted(match.state.hands[1]) == ["wood", "wool", "wool"]
    assert isinstance(match.stack[-1], DragonMoves)


def test_what_cannot_be_listed_is_sampled_and_has_a_random_default():
    match = camp((0, "seven"))
    prompt = match.stack[-1]
    samples = {prompt.sample(match.state, 1, Rng("s", n)) for n in range(40)}
    assert len(samples) > 4
    for move in (*samples, match.default(1)):
        prompt.check(match.state, 1, move)
    assert match.default(1) == match.default(1)


def test_windows_are_skipped_by_standing_order_until_it_is_withdrawn():
    match = camp()
    (windows,) = [p for p in match.prompts_for(1) if isinstance(p, Windows)]
    match.play(1, SkipWindows(windows.number, "yes"))
    match.play(0, "done")
    assert list(match.waiting) == [1]
    drive(match)
    assert match.turn.seat == 1
    assert match.story[-1].by == "seat"
    match.play(1, SkipWindows(windows.number, "no"))
    for seat in (1, 2, 2, 0, 0):
        match.play(seat, "done")
    assert not match.standing
    assert list(match.waiting) == [1]
    match.play(1, "build")
    assert list(match.waiting) == [1]


def test_random_players_answer_offers_and_give_what_cannot_be_listed():
    verbs = Counter(
        entry.move.verb
        for seed in range(3)
        for entry in playout(Natrakish(), f"s{seed}", 3, most=400).match.story[1:]
        if entry.move is not None
    )
    assert set(verbs) == {kind.verb for kind in Natrakish.moves}

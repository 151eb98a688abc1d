"""The words beside the drawing: what a choice means, what a move will do, and the board for who can't see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from games.core.drawing import cell_of, listed
from games.core.hexes import Cell, Direction
from games.core.model import Move, Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.drako.components import CARDS, DWARVES, SPACES, Figure, Kind, Part, Symbol
from games.drako.moves import (
    PLAYS,
    UNBLOCKED,
    Answer,
    Block,
    Breathe,
    Discard,
    Draw,
    EndTurn,
    Escape,
    Exchange,
    Fly,
    Follow,
    Keep,
    Order,
    Place,
    PlayForNothing,
    Rage,
    Shoot,
    Stay,
    Strike,
    StrikeTogether,
    ThrowNet,
    Walk,
    Wound,
)
from games.drako.state import burnt, has
from games.drako.view import View
from games.drako.words import (
    AREA_HELP,
    DIRECTION_NAMES,
    FIGURE_NAMES,
    PART_NAMES,
    card_name,
    symbol_name,
    wounds_name,
)


def place_name(cell: Cell) -> Text:
    """A hex by its row, A to E from the north, and its number in the row from the west: the middle is C3."""
    q, r = cell
    return text(gettext_noop("{row}{n}"), row="ABCDE"[r + 2], n=q + min(2, 2 + r) + 1)


def played_symbol(verb: str, card: str) -> Symbol:
    """The symbol of a card that a move with this verb uses."""
    return next(symbol for kind in PLAYS[verb] if (symbol := CARDS[card].symbol(kind)))


def _play_label(verb: str, card: str) -> Text:
    symbol = symbol_name(played_symbol(verb, card))
    if len(CARDS[card].symbols) == 1:
        return text(gettext_noop("Play {symbol}"), symbol=symbol)
    return text(gettext_noop("Play {symbol} (the card: {card})"), symbol=symbol, card=card_name(card))


SIMPLE: Mapping[str, Text] = {
    "draw": text(gettext_noop("Draw two")),
    "escape": text(gettext_noop("Escape (whole turn)")),
    "fury": text(gettext_noop("Fury")),
    "end": text(gettext_noop("End the turn")),
    "stay": text(gettext_noop("The others stay")),
    "keep": text(gettext_noop("Keep the hand")),
    "exchange": text(gettext_noop("Exchange all four")),
}
"""Moves that are one word."""

PART_LABELS: Mapping[str, Text] = {
    Part.FLIGHT.value: text(gettext_noop("On flight")),
    Part.MOVEMENT.value: text(gettext_noop("On movement")),
    Part.FIRE.value: text(gettext_noop("On fire breath")),
}

ANSWERS: Mapping[str, Text] = {
    Answer.NEVER.value: text(gettext_noop("Never block, don't ask")),
    Answer.ASK.value: text(gettext_noop("Ask me")),
}


def label(view: View, pick: str) -> Text:
    """What choosing this means, in words."""
    cell = cell_of(pick)
    match pick.split():
        case [word] if word in SIMPLE:
            return SIMPLE[word]
        case ["nothing", card]:
            return text(gettext_noop("Play for nothing: {card}"), card=card_name(card))
        case [verb, card] if verb in PLAYS:
            return _play_label(verb, card)
        case ["discard", *_, card]:
            return text(gettext_noop("Discard {card}"), card=card_name(card))
        case ["block", *cards]:
            return _block_label(view, cards)
        case ["wound", *_, part]:
            return PART_LABELS[part]
        case ["order", _]:
            return _order_label(view)
        case ["order", _, answer]:
            return ANSWERS[answer]
        case ["attack2", _, dwarves]:
            return plural(
                gettext_noop("{n} dwarf strikes"), gettext_noop("{n} dwarves strike"), n=int(dwarves)
            )
        case ["fire", _, way]:
            direction = Direction(way)
            return text(
                gettext_noop("{direction}: {targets}"),
                direction=DIRECTION_NAMES[direction],
                targets=listed([FIGURE_NAMES[figure] for figure in burnt(view.figures, direction)]),
            )
        case ["place" | "follow" as verb, figure]:
            labels = {"place": gettext_noop("Place {figure}"), "follow": gettext_noop("Move {figure}")}
            return text(labels[verb], figure=FIGURE_NAMES[Figure(figure)])
        case ["move", _, figure]:
            return text(gettext_noop("Move {figure}"), figure=FIGURE_NAMES[Figure(figure)])
        case ["attack", _, figure]:
            return text(gettext_noop("Attack {figure}"), figure=FIGURE_NAMES[Figure(figure)])
        case ["place" | "follow" | "move" | "fly", *_] if cell:
            return text(gettext_noop("to {place}"), place=place_name(cell))
    raise ValueError(pick)


def _order_label(view: View) -> Text:
    """The standing order, and that it stands."""
    order = text(gettext_noop("If attacked…"))
    if not view.never:
        return order
    return text(gettext_noop("{help} ({state})"), help=order, state=ANSWERS[Answer.NEVER.value])


def bar_label(view: View, pick: str) -> Text:
    """The same on a button, where what it is about is plain to see."""
    if pick.startswith("nothing "):
        return text(gettext_noop("Play for nothing"))
    return label(view, pick)


def _block_label(view: View, cards: list[str]) -> Text:
    """One strike's answer: with several strikes it says which one."""
    assert view.attack is not None
    targets, card = view.attack.targets, cards[-1]
    target = targets[len(cards) - 1]
    if card == UNBLOCKED:
        if len(set(targets)) == 1:
            return text(gettext_noop("Don't block"))
        return text(gettext_noop("{figure}: don't block"), figure=FIGURE_NAMES[target])
    if len(targets) == 1:
        return text(gettext_noop("Block with {card}"), card=card_name(card))
    if target is Figure.DRAGON:
        first = text(gettext_noop("Block one blow with {card}"), card=card_name(card))
        return (
            first
            if len(cards) == 1
            else text(gettext_noop("The other, too, with {card}"), card=card_name(card))
        )
    return text(
        gettext_noop("{figure}: block with {card}"), figure=FIGURE_NAMES[target], card=card_name(card)
    )


def preview(view: View, move: Move) -> Text:
    """What the selected move will do, in one sentence."""
    match move:
        case Draw():
            return text(gettext_noop("Draw two cards from your deck."))
        case Walk(card, Figure.DRAGON, cell):
            return text(
                gettext_noop("The dragon walks to {place}. The card: {card}."),
                place=place_name(cell),
                card=card_name(card),
            )
        case Walk(card, figure, cell):
            return text(
                gettext_noop("{figure} goes to {place}. The card: {card}."),
                figure=FIGURE_NAMES[figure],
                place=place_name(cell),
                card=card_name(card),
            )
        case Follow(figure, cell) | Place(figure, cell):
            return text(
                gettext_noop("{figure} goes to {place}."), figure=FIGURE_NAMES[figure], place=place_name(cell)
            )
        case Fly(_, cell):
            return text(gettext_noop("The dragon flies to {place}."), place=place_name(cell))
        case Strike() | StrikeTogether() | Shoot() | Breathe():
            return _preview_attack(view, move)
        case ThrowNet():
            return text(
                gettext_noop("Urpen throws the net: no walking and no flying until the dragon escapes.")
            )
        case PlayForNothing(card):
            return text(gettext_noop("Throw a card away and use up an action: {card}."), card=card_name(card))
        case Escape():
            return text(gettext_noop("Spend your whole turn to get rid of the net."))
        case Rage():
            return _preview_fury(view)
        case Block(first, second, third):
            return _preview_block(view, (first, second, third))
        case Wound(first, second):
            parts = [PART_NAMES[first], *([PART_NAMES[Part(second)]] if second else [])]
            return text(gettext_noop("Wound the dragon: {parts}."), parts=listed(parts))
        case Discard(first, second):
            cards = [card_name(first), *([card_name(second)] if second else [])]
            return text(gettext_noop("Discard for everybody to see: {cards}."), cards=listed(cards))
        case Order(_, Answer.NEVER):
            return text(
                gettext_noop(
                    "From now on every attack comes through unasked. Only you know; change it whenever you like."
                )
            )
        case Order():
            return text(gettext_noop("You will be asked about every attack. Only you know."))
        case EndTurn():
            return text(gettext_noop("End your turn and save Brald's Fury."))
        case Stay():
            return text(gettext_noop("No second dwarf moves."))
        case Keep():
            return text(gettext_noop("Keep your opening hand."))
        case Exchange():
            return text(gettext_noop("Shuffle your hand back and draw four new cards, once."))
    raise TypeError(move)


def _preview_attack(view: View, move: Move) -> Text:
    match move:
        case Strike(card, target):
            n = played_symbol(move.verb, card).value
            return text(gettext_noop("Attack {figure} with strength {n}."), figure=FIGURE_NAMES[target], n=n)
        case StrikeTogether(card, 2):
            n = played_symbol(move.verb, card).value
            return text(gettext_noop("Two dwarves attack the dragon with strength {n} each."), n=n)
        case StrikeTogether(card):
            n = played_symbol(move.verb, card).value
            return text(gettext_noop("One dwarf attacks the dragon with strength {n}."), n=n)
        case Shoot(card):
            n = played_symbol(move.verb, card).value
            return text(gettext_noop("Morin shoots at the dragon with strength {n}."), n=n)
        case Breathe(card, direction):
            return text(
                gettext_noop("Fire of strength {n} {direction}: {targets}."),
                n=played_symbol(move.verb, card).value,
                direction=DIRECTION_NAMES[direction],
                targets=listed([FIGURE_NAMES[figure] for figure in burnt(view.figures, direction)]),
            )
    raise TypeError(move)


def _preview_fury(view: View) -> Text:
    if view.wounds[Figure.BRALD] + 1 < SPACES[Figure.BRALD]:
        return text(gettext_noop("A wound on Brald for one action more. Once in the match."))
    if [dwarf for dwarf in DWARVES if dwarf in view.figures] == [Figure.BRALD]:
        return text(gettext_noop("Brald would die of it, your last dwarf: you would lose the match!"))
    return text(gettext_noop("Brald dies of it, and the others get one action more."))


def _preview_block(view: View, cards: tuple[str, ...]) -> Text:
    assert view.attack is not None
    targets = view.attack.targets
    used = [(target, card) for target, card in zip(targets, cards, strict=False) if card != UNBLOCKED]
    if not used:
        return text(gettext_noop("Let it come: nothing is blocked."))
    shields = listed([card_name(card) for _, card in used])
    if len(used) == len(targets):
        return text(gettext_noop("Everything is blocked, with {cards}."), cards=shields)
    if targets[0] is Figure.DRAGON:
        return text(gettext_noop("One blow is blocked with {cards}, the other comes."), cards=shields)
    return text(
        gettext_noop("Shielded: {figures}, with {cards}. The rest comes."),
        figures=listed([FIGURE_NAMES[target] for target, _ in used]),
        cards=shields,
    )


GROUPS: Mapping[tuple[str, int], Text] = {
    ("draw", 1): text(gettext_noop("Without a card")),
    ("escape", 1): text(gettext_noop("Without a card")),
    ("fury", 1): text(gettext_noop("Without a card")),
    ("end", 1): text(gettext_noop("Without a card")),
    ("stay", 1): text(gettext_noop("Without a card")),
    ("keep", 1): text(gettext_noop("Your opening hand")),
    ("exchange", 1): text(gettext_noop("Your opening hand")),
    **{(verb, 2): text(gettext_noop("Play a card")) for verb in PLAYS},
    ("nothing", 2): text(gettext_noop("Play a card for nothing")),
    ("move", 3): text(gettext_noop("Who moves")),
    ("move", 4): text(gettext_noop("Where to")),
    ("follow", 2): text(gettext_noop("Who moves, too")),
    ("follow", 3): text(gettext_noop("Where to")),
    ("fly", 3): text(gettext_noop("Where to")),
    ("attack", 3): text(gettext_noop("Whom to attack")),
    ("attack2", 3): text(gettext_noop("How many strike")),
    ("fire", 3): text(gettext_noop("Which way")),
    ("place", 2): text(gettext_noop("Whom to place")),
    ("place", 3): text(gettext_noop("Where to")),
    ("discard", 2): text(gettext_noop("What to discard")),
    ("discard", 3): text(gettext_noop("And what else")),
    ("block", 2): text(gettext_noop("The attack")),
    ("block", 3): text(gettext_noop("The second strike")),
    ("block", 4): text(gettext_noop("The third strike")),
    ("wound", 2): text(gettext_noop("Where the wound goes")),
    ("wound", 3): text(gettext_noop("Where the other wound goes")),
    ("order", 2): text(gettext_noop("Standing order")),
    ("order", 3): text(gettext_noop("Standing order")),
}
"""The title of a step of choosing, by verb and number of words."""


def in_words(view: View) -> Iterator[tuple[Text, Iterable[Text]]]:
    """The position for who can't see it, a title and lines each: valley, wounds, cards, the reader's own hand."""
    yield text(gettext_noop("The valley")), _valley_in_words(view)
    yield text(gettext_noop("Both mats")), _mats_in_words(view)
    yield text(gettext_noop("Everybody’s cards")), (_cards_in_words(view, seat) for seat in view.order)
    if view.hand:
        yield text(gettext_noop("Your cards")), map(card_name, view.hand)


def _valley_in_words(view: View) -> Iterator[Text]:
    yield text(
        gettext_noop("Five rows of hexes, A to E from the north, counted from the west; C3 is the middle.")
    )
    for figure, cell in view.figures.items():
        place = place_name(cell)
        if figure is Figure.DRAGON:
            yield text(gettext_noop("The dragon stands at {place}."), place=place)
        else:
            yield text(gettext_noop("{figure} stands at {place}."), figure=FIGURE_NAMES[figure], place=place)
    if view.netted:
        yield text(gettext_noop("The dragon lies in the net."))
    if view.attack is not None:
        yield text(
            gettext_noop("Attacked, with {symbol}: {targets}."),
            symbol=symbol_name(view.attack.symbol),
            targets=listed([FIGURE_NAMES[figure] for figure in view.attack.targets]),
        )


def _mats_in_words(view: View) -> Iterator[Text]:
    for area, spaces in SPACES.items():
        yield text(
            gettext_noop("{help} Wounds: {n} of {spaces}."),
            help=AREA_HELP[area],
            n=view.wounds[area],
            spaces=spaces,
        )
    yield text(gettext_noop("Fury can still be used.") if view.fury else gettext_noop("Fury is gone."))


def _cards_in_words(view: View, seat: Seat) -> Text:
    return text(
        gettext_noop("{who}: {hand}, {deck}. Shields already gone: {n}."),
        who=Who(seat),
        hand=hand_size(view.hand_sizes[seat]),
        deck=deck_size(view.deck_sizes[seat]),
        n=sum(has(card, Kind.DEFENCE) for card in view.gone[seat]),
    )


def hand_size(n: int) -> Text:
    return plural(gettext_noop("{n} card in hand"), gettext_noop("{n} cards in hand"), n=n)


def deck_size(n: int) -> Text:
    return plural(gettext_noop("{n} card in the deck"), gettext_noop("{n} cards in the deck"), n=n)


def wounds_in(view: View, area: Figure | Part) -> Text:
    """How an area fares, for its title: its help, and how full it is."""
    state = wounds_name(view.wounds[area])
    if view.wounds[area] == SPACES[area]:
        state = text(gettext_noop("dead")) if area in DWARVES else text(gettext_noop("lost"))
    return text(gettext_noop("{help} ({state})"), help=AREA_HELP[area], state=state)

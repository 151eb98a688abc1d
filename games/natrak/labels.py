"""The words beside the drawing: what a choice means, and what a move will do (the island in words is in `reading`)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.drawing import listed
from games.core.model import Move, Seat
from games.core.words import Text, Who, gettext_noop, text
from games.natrak.components import (
    ACTIVATION_COST,
    ADVENTURER_COST,
    BY_WORD,
    COSTS,
    DISCIPLINE_BY_WORD,
    GOOD_FOR,
    KINDS,
    MEDICINE_COST,
    PROGRESS_BY_WORD,
    PROMOTION_COST,
    SCROLL_BY_WORD,
    SCROLL_COST,
    WALL_COST,
    YIELDS,
    Counts,
    Discipline,
    Piece,
    Progress,
    Terrain,
    counted,
)
from games.natrak.moves import (
    Accept,
    AcceptCounter,
    Activate,
    AtRandom,
    BuildCamp,
    BuildCity,
    BuildRoad,
    BuildShip,
    BuildWall,
    BuyScroll,
    Choose,
    CloseWindow,
    CloseWith,
    Console,
    Discard,
    EndTurn,
    Exchange,
    Expel,
    FoundCamp,
    FoundRoad,
    Give,
    Launch,
    MakeCounter,
    NotInterested,
    Pillage,
    PlaceMetropolis,
    Plant,
    PlayProgress,
    Promote,
    Publish,
    Raise,
    RaiseHand,
    Redeem,
    RejectCounter,
    Roll,
    Sail,
    SendDragon,
    SkipWindows,
    Walk,
    Withdraw,
)
from games.natrak.names import (
    DISCIPLINE_NAMES,
    MATERIAL_NAMES,
    PROGRESS_HELP,
    PROGRESS_NAMES,
    SCROLL_HELP,
    SCROLL_NAMES,
    cards_name,
)
from games.natrak.places import CARD_PLACES, PLACES, hex_name, island_of, place_name
from games.natrak.view import View

PLAIN: Mapping[str, Text] = {
    Roll.verb: text(gettext_noop("Roll the dice")),
    AtRandom.verb: text(gettext_noop("Let chance choose")),
    BuyScroll.verb: text(gettext_noop("Buy a scroll")),
    EndTurn.verb: text(gettext_noop("End your turn")),
    CloseWindow.verb: text(gettext_noop("Nothing more to build")),
    RaiseHand.verb: text(gettext_noop("I would take it")),
    NotInterested.verb: text(gettext_noop("Not interested")),
    Accept.verb: text(gettext_noop("Accept the offer")),
    RejectCounter.verb: text(gettext_noop("Turn it down")),
    Withdraw.verb: text(gettext_noop("Withdraw your offer")),
}
"""Choices that say everything by their verb."""

GROUPS: Mapping[str, Text] = {
    FoundCamp.verb: text(gettext_noop("Found a camp")),
    Pillage.verb: text(gettext_noop("Lose a city")),
    BuildWall.verb: text(gettext_noop("Build a wall")),
    Plant.verb: text(gettext_noop("Plant an adventurer")),
    Activate.verb: text(gettext_noop("Activate an adventurer")),
    Promote.verb: text(gettext_noop("Promote an adventurer")),
    Walk.verb: text(gettext_noop("Move an adventurer")),
    Expel.verb: text(gettext_noop("Drive the dragon off")),
    Raise.verb: text(gettext_noop("Rise in a discipline")),
    PlaceMetropolis.verb: text(gettext_noop("Place your metropolis")),
    PlayProgress.verb: text(gettext_noop("Play a progress card")),
    Choose.verb: text(gettext_noop("Take cards")),
    Give.verb: text(gettext_noop("Give cards")),
    Console.verb: text(gettext_noop("Take a card for consolation")),
    Redeem.verb: text(gettext_noop("Change gold")),
    BuildShip.verb: text(gettext_noop("Launch a drakkar")),
    Sail.verb: text(gettext_noop("Move a drakkar")),
    FoundRoad.verb: text(gettext_noop("Lay a road")),
    SendDragon.verb: text(gettext_noop("Move the dragon")),
    BuildRoad.verb: text(gettext_noop("Build a road")),
    BuildCamp.verb: text(gettext_noop("Build a camp")),
    BuildCity.verb: text(gettext_noop("Make a camp a city")),
    Launch.verb: text(gettext_noop("Launch a scroll")),
    Exchange.verb: text(gettext_noop("Exchange at the guild")),
    SkipWindows.verb: text(gettext_noop("Building out of turn")),
}
FOUND_CITY = text(gettext_noop("Found a city"))
OTHER_GROUP = text(gettext_noop("Go on"))
TRADE_GROUP = text(gettext_noop("The offer"))
TRADE_VERBS = (
    RaiseHand.verb,
    NotInterested.verb,
    Accept.verb,
    CloseWith.verb,
    AcceptCounter.verb,
    RejectCounter.verb,
    Withdraw.verb,
)


def founds_city(view: View) -> bool:
    """Whether the reader's next piece of the foundation is a city: the second one, where there are adventurers."""
    return view.saga is not None and view.seat in view.owner


def group(view: View, verb: str) -> Text:
    """The heading of a kind of choice in the list of all moves."""
    if verb == FoundCamp.verb and founds_city(view):
        return FOUND_CITY
    return TRADE_GROUP if verb in TRADE_VERBS else GROUPS.get(verb, OTHER_GROUP)


# Choices


def label(view: View, pick: str) -> Text:
    """A selection in words."""
    words = pick.split()
    verb, rest = words[0], words[1:]
    if verb in PLAIN:
        return PLAIN[verb]
    if not rest and verb in GROUPS:
        return GROUPS[verb]
    match verb, rest:
        case SendDragon.verb, [cell, *victim]:
            return _send(view, int(cell), *map(int, victim))
        case _, [number] if verb in PLACES:
            place = place_name(view, PLACES[verb], int(number))
            return text(gettext_noop("{deed}: {place}"), deed=group(view, verb), place=place)
        case ((Sail.verb | Walk.verb), [start, end]):
            return text(
                gettext_noop("From {start} to {end}"),
                start=place_name(view, PLACES[verb], int(start)),
                end=place_name(view, PLACES[verb], int(end)),
            )
        case Raise.verb, [discipline]:
            return _raise(view, DISCIPLINE_BY_WORD[discipline])
        case PlayProgress.verb, _:
            return _progress(view, rest)
        case Choose.verb, [taken]:
            return _taken(taken)
        case Give.verb, [given]:
            return text(gettext_noop("Give {cards}"), cards=_materials(given))
        case Console.verb, [_, material]:
            return text(gettext_noop("Take {cards}"), cards=MATERIAL_NAMES[BY_WORD[material]])
        case Redeem.verb, [_, material]:
            return text(gettext_noop("Gold for {material}"), material=MATERIAL_NAMES[BY_WORD[material]])
        case ((Console.verb | Redeem.verb), _):
            return GROUPS[verb]
        case Launch.verb, _:
            return _launch(rest)
        case Exchange.verb, _:
            return _exchange(view, rest)
    return _answer(view, verb, rest)


def _send(view: View, cell: int, victim: Seat | None = None) -> Text:
    """Where the dragon goes, or the kraken, and whom it robs."""
    place = hex_name(view, cell)
    if view.terrain[cell] is Terrain.SEA:
        if victim is None:
            return text(gettext_noop("Kraken to {place}"), place=place)
        return text(gettext_noop("Kraken to {place}, rob {victim}"), place=place, victim=Who(victim))
    if victim is None:
        return text(gettext_noop("Dragon to {place}"), place=place)
    return text(gettext_noop("Dragon to {place}, rob {victim}"), place=place, victim=Who(victim))


def _launch(rest: list[str]) -> Text:
    scroll = SCROLL_NAMES[SCROLL_BY_WORD[rest[0]]]
    if len(rest) == 1:
        return text(gettext_noop("Launch {scroll}"), scroll=scroll)
    return text(
        gettext_noop("{scroll}: {cards}"), scroll=scroll, cards=cards_name(counted(tuple(rest[1].split(","))))
    )


def _raise(view: View, discipline: Discipline) -> Text:
    assert view.saga is not None
    assert view.seat is not None
    return text(
        gettext_noop("Rise to level {level} of {discipline}"),
        level=view.saga.levels[view.seat][discipline.at] + 1,
        discipline=DISCIPLINE_NAMES[discipline],
    )


SEAT_CARDS = (Progress.SPY, Progress.MASTER, Progress.CONTRABAND)
NAMING_CARDS = (
    Progress.FLEET,
    Progress.HARBOUR,
    Progress.RESOURCE_MONOPOLY,
    Progress.GOODS_MONOPOLY,
    Progress.FAIR,
)
"""The progress cards that are played on a player, and those that name cards."""


def target(view: View, card: Progress, word: str) -> Text:
    """What a word after a progress card means: a place, a player, cards or a face of a die."""
    if card in CARD_PLACES:
        return place_name(view, CARD_PLACES[card], int(word))
    if card in SEAT_CARDS:
        return text("{who}", who=Who(int(word)))
    return _materials(word) if card in NAMING_CARDS else text(word)


def _materials(word: str) -> Text:
    """One material by its name, more as they are counted."""
    if word in BY_WORD:
        return MATERIAL_NAMES[BY_WORD[word]]
    return cards_name(counted(tuple(word.split(",")), len(KINDS)))


def _progress(view: View, rest: list[str]) -> Text:
    card = PROGRESS_BY_WORD[rest[0]]
    if card is Progress.ALCHEMIST:
        dice = zip((gettext_noop("red {face}"), gettext_noop("white {face}")), rest[1:], strict=False)
        targets = [text(die, face=face) for die, face in dice]
    else:
        targets = [target(view, card, word) for word in rest[1:]]
    if not targets:
        return text(gettext_noop("Play {card}"), card=PROGRESS_NAMES[card])
    return text(gettext_noop("{card}: {on}"), card=PROGRESS_NAMES[card], on=listed(targets))


def _taken(words: str) -> Text:
    if words == "-":
        return text(gettext_noop("Take nothing"))
    if words in PROGRESS_BY_WORD:
        return text(gettext_noop("Take {cards}"), cards=PROGRESS_NAMES[PROGRESS_BY_WORD[words]])
    return text(gettext_noop("Take {cards}"), cards=_materials(words))


def _exchange(view: View, rest: list[str]) -> Text:
    give = BY_WORD[rest[0]]
    cards = cards_name([view.rates[give.at] if at == give.at else 0 for at in range(len(KINDS))])
    if len(rest) == 1:
        return text(gettext_noop("Guild: {cards} for…"), cards=cards)
    return text(
        gettext_noop("Guild: {cards} for {material}"), cards=cards, material=MATERIAL_NAMES[BY_WORD[rest[1]]]
    )


def _answer(view: View, verb: str, rest: list[str]) -> Text:
    match verb, rest:
        case CloseWith.verb, [_]:
            return text(gettext_noop("Trade with…"))
        case CloseWith.verb, [_, seat]:
            return text(gettext_noop("Trade with {who}"), who=Who(int(seat)))
        case AcceptCounter.verb, [number]:
            return text(gettext_noop("Take {who}'s counter-offer"), who=Who(_rival(view, int(number))))
        case SkipWindows.verb, [_]:
            return GROUPS[verb]
        case SkipWindows.verb, [_, "si"]:
            return text(gettext_noop("Skip my windows from now on"))
        case SkipWindows.verb, [_, "no"]:
            return text(gettext_noop("Ask me again to build out of turn"))
    raise ValueError((verb, rest))


def _rival(view: View, number: int) -> Seat:
    """Whose counter-offer has this number."""
    assert view.offer is not None
    return next(rival for rival, counter, _, _ in view.offer.counters if counter == number)


# What a move will do


def preview(view: View, move: Move) -> Text:
    """What the selected move will do; nothing for what its label says."""
    match move:
        case BuildRoad() if view.free_roads and view.seat == view.active:
            return text(gettext_noop("A road for free."))
        case BuildRoad():
            return _costs(Piece.ROAD)
        case BuildCamp():
            return _costs(Piece.CAMP)
        case BuildShip() | Sail() | Redeem():
            return _preview_sea(view, move)
        case BuildCity() if view.saga and view.saga.medicines and view.seat == view.active:
            return _price(MEDICINE_COST)
        case BuildCity():
            return _costs(Piece.CITY)
        case FoundCamp() | FoundRoad():
            return text(gettext_noop("Free, and for good: in the foundation nothing is taken back."))
        case BuyScroll():
            return text(
                gettext_noop("A scroll for {cards}; it can be launched from your next turn on."),
                cards=cards_name(SCROLL_COST),
            )
        case Launch(scroll):
            return SCROLL_HELP[scroll]
        case SendDragon(cell) if view.terrain[cell] is Terrain.SEA:
            return _preview_sea(view, move)
        case SendDragon(_, -1):
            return text(gettext_noop("The dragon dries the hex up, and nobody is robbed."))
        case SendDragon(_, victim):
            return text(
                gettext_noop("The dragon dries the hex up, and you take a random card from {victim}."),
                victim=Who(victim),
            )
        case Exchange(give, get):
            return text(
                gettext_noop("{n} cards of {give} for one of {get}."),
                n=view.rates[give.at],
                give=MATERIAL_NAMES[give],
                get=MATERIAL_NAMES[get],
            )
        case Publish(_, give, want) | MakeCounter(_, give, want):
            return text(
                gettext_noop("You give {give} and get {want}."),
                give=cards_name(counted(give, len(view.hand))),
                want=cards_name(counted(want, len(view.hand))),
            )
        case Discard(words):
            return text(
                gettext_noop("You discard {cards}."), cards=cards_name(counted(words, len(view.hand)))
            )
        case Choose(words) if view.saga and view.saga.shown_hand:
            return text(gettext_noop("You take {cards}."), cards=cards_name(counted(words, len(view.hand))))
        case Choose((word,)) if word in PROGRESS_BY_WORD:
            return PROGRESS_HELP[PROGRESS_BY_WORD[word]]
        case Give(words):
            return text(gettext_noop("You give {cards}."), cards=cards_name(counted(words, len(view.hand))))
    return _preview_saga(view, move)


def _preview_sea(view: View, move: Move) -> Text:
    match move:
        case BuildShip(edge):
            found = [view.terrain[cell] for cell in undiscovered(view, edge)]
            if found:
                return text(
                    gettext_noop("It costs {cards}, and discovers {found}."),
                    cards=cards_name(COSTS[Piece.SHIP]),
                    found=listed([MATERIAL_NAMES[YIELDS[kind]] for kind in found]),
                )
            return _costs(Piece.SHIP)
        case Sail():
            return text(gettext_noop("One drakkar a turn may move; it discovers nothing."))
        case SendDragon(_, -1):
            return text(gettext_noop("The kraken holds the drakkars around it, and nobody is robbed."))
        case SendDragon(_, victim):
            return text(
                gettext_noop(
                    "The kraken holds the drakkars around it, and you take a random card from {victim}."
                ),
                victim=Who(victim),
            )
        case Redeem(_, material):
            return text(gettext_noop("One gold for one {material}."), material=MATERIAL_NAMES[material])
    raise TypeError(move)


def undiscovered(view: View, edge: int) -> list[int]:
    """The hexes beside an edge that the first ship there discovers."""
    assert view.sea is not None
    return [cell for cell in island_of(view).flanks[edge] if view.sea.discovery[cell]]


def _preview_saga(view: View, move: Move) -> Text:
    saga = view.saga
    if saga is None:
        return text("")
    mine = view.seat == view.active
    match move:
        case BuildWall() if mine and saga.free_walls:
            return text(gettext_noop("A wall for free: two cards more are safe from a seven."))
        case BuildWall():
            return _price(WALL_COST)
        case Plant():
            return _price(ADVENTURER_COST)
        case Activate():
            return _price(ACTIVATION_COST)
        case Promote() if mine and saga.free_promotions:
            return text(gettext_noop("A promotion for free."))
        case Promote():
            return _price(PROMOTION_COST)
        case Walk():
            return text(gettext_noop("It rests where it arrives; a weaker adventurer there makes way."))
        case Expel() if view.sea is not None:
            return text(gettext_noop("It rests, and you move the dragon or the kraken as after a seven."))
        case Expel():
            return text(gettext_noop("It rests, and you move the dragon as if a seven had been rolled."))
        case Raise(discipline):
            good = GOOD_FOR[discipline].at
            cost = tuple(saga.prices[discipline.at] if at == good else 0 for at in range(len(KINDS)))
            return _price(cost)
        case PlaceMetropolis():
            return text(gettext_noop("The city becomes a fortress: goblins can't pillage it."))
        case Pillage():
            return text(gettext_noop("The city becomes a camp, and a wall around it is lost."))
        case PlayProgress(card):
            return PROGRESS_HELP[card]
    return text("")


def _costs(piece: Piece) -> Text:
    return _price(COSTS[piece])


def _price(cost: Counts) -> Text:
    return text(gettext_noop("It costs {cards}."), cards=cards_name(cost))

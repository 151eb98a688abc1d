"""Draws what the version with adventurers adds before the reader: progress cards, credits, walls, disciplines."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.drawing import choice, listed
from games.core.words import Text, gettext_noop, plural, text
from games.natrak.components import (
    ACTIVATION_COST,
    ADVENTURER_COST,
    ADVENTURERS,
    BY_WORD,
    DISCIPLINE_OF,
    DISCIPLINES,
    GOOD_FOR,
    KINDS,
    PROGRESS_BY_WORD,
    PROMOTION_COST,
    TOP_DISCIPLINE,
    WALL_COST,
    WALLS,
    Discipline,
    Progress,
)
from games.natrak.desk import Desk
from games.natrak.events import ProgressDrawn, ProgressStolen
from games.natrak.labels import NAMING_CARDS, label
from games.natrak.moves import (
    Activate,
    BuildWall,
    Choose,
    Console,
    Exchange,
    Plant,
    PlayProgress,
    Promote,
    Raise,
    Redeem,
)
from games.natrak.names import DISCIPLINE_NAMES, MATERIAL_NAMES, PROGRESS_HELP, PROGRESS_NAMES, cards_name
from games.natrak.tiles import cost_tile, icon, material_symbol, price_tile
from games.natrak.view import SagaView

IMPROVEMENTS = (BuildWall.verb, Plant.verb, Activate.verb, Promote.verb, Raise.verb)
"""The verbs whose prices stand here."""


# Progress cards


def progress(desk: Desk, saga: SagaView) -> str:
    """The reader's cards with what they do; those that can be played now can be tapped."""
    title = desk.say(text(gettext_noop("Your progress cards")))
    return _cards(desk, saga.progress, title, PlayProgress.verb, _new_cards(desk))


def looked_into(desk: Desk, saga: SagaView) -> str:
    """The cards of a rival that the reader looks at, to take one."""
    return _cards(desk, saga.shown_progress, desk.say(text(gettext_noop("Take one"))), Choose.verb, set())


def _cards(desk: Desk, cards: tuple[Progress, ...], title: str, verb: str, new: set[Progress]) -> str:
    if not cards:
        return ""
    inside = "".join(
        _card(desk, card, cards.count(card), f"{verb} {card.value}", is_new=card in new)
        for card in dict.fromkeys(cards)
    )
    return f'<ul class="nk-deeds" aria-label="{title}">{inside}</ul>'


def _card(desk: Desk, card: Progress, n: int, pick: str, *, is_new: bool) -> str:
    name, effect = desk.say(PROGRESS_NAMES[card]), desk.say(PROGRESS_HELP[card])
    several = f" ×{n}" if n > 1 else ""
    gain = '<span class="nk-gain" aria-hidden="true">+</span>' if is_new else ""
    inside = (
        f"{icon(f'natrak-discipline-{DISCIPLINE_OF[card].value}', 20)}"
        f"<b>{name}{several}</b><small>{effect}</small>{gain}"
    )
    if pick not in desk.choices:
        return f'<li class="nk-deed">{inside}</li>'
    chosen = desk.is_chosen(pick)
    kind = "nk-deed nk-can nk-chosen" if chosen else "nk-deed nk-can"
    said = f"{name}{several}. {effect}"
    return f'<li><a class="{kind}" {choice(desk.pen, pick, said, chosen=chosen)}>{inside}</a></li>'


def _new_cards(desk: Desk) -> set[Progress]:
    """What the news brought into the reader's hand."""
    found = set()
    for event in desk.pen.since:
        match event:
            case ProgressDrawn(seat, _, Progress() as card) if seat == desk.view.seat:
                found.add(card)
            case ProgressStolen(seat, _, Progress() as card) if seat == desk.view.seat:
                found.add(card)
    return found


# What a card, a consolation or the guild is asked for, if it is not on the island


def target_symbol(pick: str) -> tuple[str, str] | None:
    """The symbol, and its class, of a material or a face of a die that a selection ends with."""
    verb, *rest = pick.split()
    if (verb == Exchange.verb and rest) or (verb in (Console.verb, Redeem.verb) and len(rest) > 1):
        return material_symbol(BY_WORD[rest[-1]].at), ""
    if verb != PlayProgress.verb or len(rest) < 2:
        return None
    card = PROGRESS_BY_WORD[rest[0]]
    if card is Progress.ALCHEMIST:
        return f"natrak-die-{rest[-1]}", "nk-die-red" if len(rest) == 2 else ""
    if card in NAMING_CARDS and rest[1] in BY_WORD:
        return material_symbol(BY_WORD[rest[1]].at), ""
    return None


def targets(desk: Desk) -> str:
    """A row of symbols for each step of the selection that names materials or faces."""
    rows: dict[int, list[str]] = {}
    for pick in desk.open:
        symbol = target_symbol(pick)
        if symbol is not None:
            rows.setdefault(pick.count(" "), []).append(_target(desk, pick, *symbol))
    titles = iter(_row_names(desk, len(rows)))
    return "".join(
        f'<ul class="nk-targets">{next(titles, "")}{"".join(tiles)}</ul>' for tiles in rows.values()
    )


def _target(desk: Desk, pick: str, symbol: str, kind: str) -> str:
    said, chosen = desk.say(label(desk.view, pick)), desk.is_chosen(pick)
    tile = "nk-tile nk-more nk-chosen" if chosen else "nk-tile nk-more"
    verb, *rest = pick.split()
    rate = (
        f"<b>{desk.view.rates[BY_WORD[rest[0]].at]}</b>" if verb == Exchange.verb and len(rest) == 1 else ""
    )
    return (
        f'<li class="{kind}"><a class="{tile}" {choice(desk.pen, pick, said, chosen=chosen)} '
        f'title="{said}">{icon(symbol)}{rate}</a></li>'
    )


def _row_names(desk: Desk, rows: int) -> Iterator[str]:
    """What the two rows of an exchange are."""
    if desk.picked.startswith(Exchange.verb):
        for title in (gettext_noop("You give"), gettext_noop("You get"))[:rows]:
            yield f'<li class="nk-side-name">{desk.say(text(title))}</li>'


# Credits


def credits_left(desk: Desk, saga: SagaView) -> str:
    """What the reader's cards have paid for this turn, and the dice that are set."""
    assert desk.view.seat is not None
    lines = []
    if desk.view.seat == desk.view.active and (found := list(_credits(desk, saga))):
        lines.append(text(gettext_noop("This turn: {credits}."), credits=listed(found)))
    fixed = saga.fixed[desk.view.seat]
    if fixed is not None:
        lines.append(
            text(gettext_noop("Your next roll is set: {red} and {white}."), red=fixed[0], white=fixed[1])
        )
    said = " ".join(map(desk.say, lines))
    return f'<p class="nk-credits">{said}</p>' if said else ""


def _credits(desk: Desk, saga: SagaView) -> Iterator[Text]:
    if n := desk.view.free_roads:
        yield plural(gettext_noop("{n} road for free"), gettext_noop("{n} roads for free"), n=n)
    if n := saga.free_walls:
        yield plural(gettext_noop("{n} wall for free"), gettext_noop("{n} walls for free"), n=n)
    if n := saga.free_promotions:
        yield plural(gettext_noop("{n} promotion for free"), gettext_noop("{n} promotions for free"), n=n)
    if n := saga.cranes:
        yield plural(
            gettext_noop("{n} level for one less"), gettext_noop("{n} levels for one less each"), n=n
        )
    if n := saga.medicines:
        yield plural(
            gettext_noop("{n} city for 1 wheat, 2 stone"),
            gettext_noop("{n} cities for 1 wheat, 2 stone each"),
            n=n,
        )
    for at, sails in enumerate(saga.fleet):
        if sails:
            yield text(gettext_noop("{material} 2:1 at the guild"), material=MATERIAL_NAMES[KINDS[at]])


# Prices


def improvements(desk: Desk, saga: SagaView) -> str:
    """What walls, adventurers and the next level of each discipline cost."""
    seat = desk.view.seat
    assert seat is not None
    mine = seat == desk.view.active
    tiles = [
        price_tile(
            desk,
            BuildWall.verb,
            "natrak-wall",
            text(gettext_noop("wall")),
            WALL_COST,
            WALLS - saga.wall_counts[seat],
            free=mine and saga.free_walls > 0,
        ),
        price_tile(
            desk,
            Plant.verb,
            "natrak-adventurer-1",
            text(gettext_noop("adventurer")),
            ADVENTURER_COST,
            ADVENTURERS - saga.adventurer_counts[seat],
        ),
        price_tile(
            desk,
            Activate.verb,
            "natrak-activate",
            text(gettext_noop("Activate an adventurer")),
            ACTIVATION_COST,
            None,
        ),
        price_tile(
            desk,
            Promote.verb,
            "natrak-promote",
            text(gettext_noop("Promote an adventurer")),
            PROMOTION_COST,
            None,
            free=mine and saga.free_promotions > 0,
        ),
    ]
    title = desk.say(text(gettext_noop("What walls and adventurers cost")))
    tracks = desk.say(text(gettext_noop("Your disciplines")))
    return (
        f'<ul class="nk-costs nk-ventures {desk.colour(seat)}" aria-label="{title}">{"".join(tiles)}</ul>'
        f'<ul class="nk-costs nk-tracks" aria-label="{tracks}">'
        f"{''.join(_track(desk, saga, discipline) for discipline in DISCIPLINES)}</ul>"
    )


def _track(desk: Desk, saga: SagaView, discipline: Discipline) -> str:
    """How far the reader is in a discipline, and what the next level costs."""
    assert desk.view.seat is not None
    level, price = saga.levels[desk.view.seat][discipline.at], saga.prices[discipline.at]
    good, top = GOOD_FOR[discipline].at, level == TOP_DISCIPLINE
    cost = tuple(price if at == good and not top else 0 for at in range(len(KINDS)))
    payable = not top and desk.view.hand[good] >= price
    name = DISCIPLINE_NAMES[discipline]
    if top:
        said = text(gettext_noop("{discipline}: level {level}, the highest."), discipline=name, level=level)
    else:
        said = text(
            gettext_noop("{discipline}: level {level}. The next costs {cards}; you can pay.")
            if payable
            else gettext_noop("{discipline}: level {level}. The next costs {cards}; you can't pay yet."),
            discipline=name,
            level=level,
            cards=cards_name(cost),
        )
    what = f"{icon(f'natrak-discipline-{discipline.value}', 22)}{pips(level)}"
    return cost_tile(desk, f"{Raise.verb} {discipline.value}", desk.say(said), what, cost, payable=payable)


def pips(level: int) -> str:
    """Five places, as many of them full as the level; the fourth, which brings the metropolis, is a tower."""
    places = "".join(
        f'<path class="nk-pip{" nk-full" if at < level else ""}" d="{_PLACES[at]}"/>'
        for at in range(TOP_DISCIPLINE)
    )
    return f'<svg class="nk-pips-row" viewBox="0 0 66 14" width="66" height="14" aria-hidden="true">{places}</svg>'


def _round(x: float) -> str:
    return f"M{x - 4.5:g} 7A4.5 4.5 0 1 1 {x + 4.5:g} 7A4.5 4.5 0 1 1 {x - 4.5:g} 7Z"


_PLACES = (
    _round(6.5),
    _round(19.5),
    "M32.5 1.2 38 4.4V9.6L32.5 12.8 27 9.6V4.4Z",
    "M41 12.5V2H43.4V4.4H45.2V2H47.8V4.4H49.6V2H52V12.5Z",
    _round(59.5),
)
"""The third is the level of the discipline's own effect."""

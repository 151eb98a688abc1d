"""Draws what lies before the reader: the hand, what things cost, and the panel for trade and discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.model import Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.components import (
    COSTS,
    KINDS,
    MEDICINE_COST,
    SCROLL_COST,
    SCROLLS,
    TRADED,
    Piece,
)
from games.natrak.compose import ONE_SIDE, Draft, due, fresh, pile
from games.natrak.desk import Desk
from games.natrak.moves import (
    BuildCamp,
    BuildCity,
    BuildRoad,
    BuildShip,
    BuyScroll,
    Choose,
    Discard,
    Give,
    Publish,
)
from games.natrak.names import MATERIAL_NAMES, PIECE_NAMES, SCROLL_NAMES, cards_name
from games.natrak.studies import credits_left, improvements, looked_into, progress, targets
from games.natrak.tiles import icon, material_symbol, price_tile

SIDE_NAMES = {
    "give": text(gettext_noop("You give")),
    "want": text(gettext_noop("You get")),
    Discard.verb: text(gettext_noop("You discard")),
    Give.verb: text(gettext_noop("You give")),
    Choose.verb: text(gettext_noop("You take")),
}
BUILDING = {
    Piece.ROAD: BuildRoad.verb,
    Piece.CAMP: BuildCamp.verb,
    Piece.CITY: BuildCity.verb,
    Piece.SHIP: BuildShip.verb,
}
NINE = " nk-nine"
"""The class of a row that has gold in it besides."""
PAID_IN_THE_PANEL = (*BUILDING.values(), BuyScroll.verb)
"""The choices that the row of costs offers."""


def panel(desk: Desk) -> str:
    """Everything under the board; nothing for a spectator."""
    if desk.view.seat is None:
        return ""
    draft = desk.draft or fresh(desk.view, desk.choices)
    if draft is not None and draft.verb in ONE_SIDE:
        parts = [_owed(desk, draft)]
    elif desk.draft:
        parts = [_offer(desk), _trade(desk, desk.draft)]
    else:
        parts = [_offer(desk), *_own(desk, draft)]
    kind = "nk-panel" if desk.view.saga is None else "nk-panel nk-saga-panel"
    return f'<div class="{kind}">{"".join(parts)}</div>'


def _own(desk: Desk, draft: Draft | None) -> Iterator[str]:
    """What one holds, and what can be done with it.

    While the drawer is closed, the style sheet shows only what can be bought now, and of the cards only their names.
    """
    saga, aims = desk.view.saga, targets(desk)
    if aims:
        yield f"{aims}{_hand(desk, draft)}"
        return
    if saga is None:
        yield f"{_hand(desk, draft)}{_costs(desk)}"
        return
    title = desk.say(text(gettext_noop("What things cost")))
    drawer = desk.say(text(gettext_noop("All prices")))
    yield (
        f'<div class="nk-holds">{looked_into(desk, saga)}{_hand(desk, draft)}'
        f"{progress(desk, saga)}{credits_left(desk, saga)}</div>"
        f'<div class="nk-prices" role="group" aria-label="{title}">{_costs(desk)}{improvements(desk, saga)}'
        f'<details class="nk-drawer" id="nk-drawer"><summary>{drawer}</summary></details></div>'
    )


# The hand


def _hand(desk: Desk, draft: Draft | None) -> str:
    """The materials and scrolls one holds; a card begins an offer, where one can be made."""
    cards = "".join(_material(desk, draft, at) for at in range(len(desk.view.hand)))
    scrolls = "".join(
        f'<li class="nk-scroll" title="{(said := desk.say(SCROLL_NAMES[scroll]))}">'
        f"{icon('natrak-scroll')}<b>{n}</b> <span>{said}</span></li>"
        for scroll, n in zip(SCROLLS, desk.view.scrolls, strict=True)
        if n
    )
    title = desk.say(text(gettext_noop("Your hand")))
    held = f'<ul class="supplies nk-cards{_wide(desk)}" aria-label="{title}">{cards}</ul>'
    if not scrolls:
        return held
    title = desk.say(text(gettext_noop("Your scrolls")))
    return f'{held}<ul class="supplies nk-scrolls" aria-label="{title}">{scrolls}</ul>'


def _wide(desk: Desk) -> str:
    """The classes of a row that has goods in it, and perhaps gold."""
    if desk.view.sea is not None:
        return f" nk-goods{NINE}"
    return "" if desk.view.saga is None else " nk-goods"


def _material(desk: Desk, draft: Draft | None, at: int) -> str:
    n, name = desk.view.hand[at], MATERIAL_NAMES[KINDS[at]]
    gained = desk.gains[at]
    new = f'<span class="nk-gain" aria-hidden="true">+{gained}</span>' if gained > 0 else ""
    inside = f"{icon(material_symbol(at))}<b>{n}</b>{new}"
    if draft is None or not n or KINDS[at] not in TRADED:
        return f"<li>{_still(desk, name, inside, 'nk-tile' if n else 'nk-tile nk-none')}</li>"
    label = desk.say(text(gettext_noop("{material}: {n}. Offer one"), material=name, n=n))
    return f"<li>{_more(desk, draft, 'give', at, label, inside)}</li>"


# What things cost


def _costs(desk: Desk) -> str:
    """What each thing costs; what one can pay for stands on gold, and can be tapped where it can be done."""
    view = desk.view
    assert view.seat is not None
    mine = view.seat == view.active
    healed = mine and view.saga is not None and view.saga.medicines > 0
    tiles = [
        price_tile(
            desk,
            BUILDING[piece],
            f"natrak-{piece.value}",
            PIECE_NAMES[piece],
            MEDICINE_COST if piece is Piece.CITY and healed else COSTS[piece],
            n,
            free=piece is Piece.ROAD and view.free_roads > 0 and mine,
        )
        for piece, n in zip(Piece, view.left[view.seat], strict=False)
    ]
    scroll = text(gettext_noop("scroll"))
    tiles.append(price_tile(desk, BuyScroll.verb, "natrak-scroll", scroll, SCROLL_COST, view.deck))
    title = desk.say(text(gettext_noop("What things cost")))
    five = "" if view.sea is None else " nk-five"
    return f'<ul class="nk-costs{five} {desk.colour(view.seat)}" aria-label="{title}">{"".join(tiles)}</ul>'


# Putting cards together


def _owed(desk: Desk, draft: Draft) -> str:
    """Cards to discard, to give, or to take from a hand one sees."""
    held = pile(desk.view, draft.verb)
    left = due(desk.view, draft.verb) - sum(draft.give)
    said = _still_due(draft.verb, max(left, 0))
    rows = _steppers(desk, draft, "give", draft.verb, most=held if left > 0 else draft.give)
    return f'<div class="nk-trade"><p>{desk.say(said)}</p>{rows}</div>'


def _still_due(verb: str, n: int) -> Text:
    match verb:
        case Give.verb:
            return plural(
                gettext_noop("Choose {n} more card to give."),
                gettext_noop("Choose {n} more cards to give."),
                n=n,
            )
        case Choose.verb:
            return plural(
                gettext_noop("Choose {n} more card to take."),
                gettext_noop("Choose {n} more cards to take."),
                n=n,
            )
    return plural(
        gettext_noop("Choose {n} more card to discard."),
        gettext_noop("Choose {n} more cards to discard."),
        n=n,
    )


def _trade(desk: Desk, draft: Draft) -> str:
    """The draft of an offer or counter-offer."""
    title = desk.say(
        text(gettext_noop("Offer cards"))
        if draft.verb == Publish.verb
        else text(gettext_noop("Make a counter-offer"))
    )
    whom = _whom(desk, draft) if draft.verb == Publish.verb else ""
    give = _steppers(desk, draft, "give", "give", most=desk.view.hand)
    want = _steppers(desk, draft, "want", "want", most=[99] * len(desk.view.hand))
    return f'<div class="nk-trade" role="group" aria-label="{title}">{give}{want}{whom}</div>'


def _whom(desk: Desk, draft: Draft) -> str:
    """Everybody, or one rival."""
    view = desk.view
    rivals = [seat for seat in view.order if seat != view.seat and seat not in view.absent]
    links = [_whom_link(desk, draft, "-", text(gettext_noop("everybody")))]
    links += [
        _whom_link(desk, draft, str(seat), text(gettext_noop("{who}"), who=Who(seat))) for seat in rivals
    ]
    title = desk.say(text(gettext_noop("To")))
    return f'<p class="nk-whom"><span class="nk-side-name">{title}</span>{" ".join(links)}</p>'


def _whom_link(desk: Desk, draft: Draft, to: str, name: Text) -> str:
    other = Draft((draft.verb, to), draft.give, draft.want)
    current = ' aria-current="true"' if draft.head[1] == to else ""
    kind = "button chosen" if current else "button"
    return f'<a class="{kind}" id="nk-to-{to}" {desk.pen.link(other.text())}{current}>{desk.say(name)}</a>'


def _steppers(desk: Desk, draft: Draft, side: str, name: str, most: Sequence[int]) -> str:
    """One card more or less of each material."""
    chosen = draft.give if side == "give" else draft.want
    other = draft.want if side == "give" else draft.give
    cells = "".join(
        _stepper(desk, draft, side, at, n, can_more=n < most[at] and not other[at])
        for at, n in enumerate(chosen)
        if draft.verb in ONE_SIDE or KINDS[at] in TRADED
    )
    title = desk.say(SIDE_NAMES[name])
    inside = f'<li class="nk-side-name">{title}</li>{cells}'
    wide = _wide(desk) if draft.verb in ONE_SIDE else _wide(desk).removesuffix(NINE)
    return f'<ul class="supplies nk-side{wide}" aria-label="{title}">{inside}</ul>'


def _stepper(desk: Desk, draft: Draft, side: str, at: int, n: int, *, can_more: bool) -> str:
    """The material, so many of it chosen (and held, if they are given), and a button for one less."""
    name = MATERIAL_NAMES[KINDS[at]]
    held = f"<small>/{pile(desk.view, draft.verb)[at]}</small>" if side == "give" else ""
    inside = f"{icon(material_symbol(at))}<b>{n}</b>{held}"
    more = text(gettext_noop("{material}: {n}. One more"), material=name, n=n)
    if can_more:
        tile = _more(desk, draft, side, at, desk.say(more), inside, chosen=n > 0)
    else:
        said = desk.say(name)
        kind = "nk-tile nk-chosen" if n else "nk-tile nk-none"
        tile = (
            f'<span class="{kind}" title="{said}">{inside}<span class="visually-hidden"> {said}</span></span>'
        )
    return f'<li class="nk-step">{tile}{_less(desk, draft, side, at) if n else ""}</li>'


def _still(desk: Desk, name: Text, inside: str, kind: str) -> str:
    """A tile that leads nowhere."""
    said = desk.say(name)
    return f'<span class="{kind}" title="{said}">{inside}<span class="visually-hidden"> {said}</span></span>'


def _more(
    desk: Desk, draft: Draft, side: str, at: int, label: str, inside: str, *, chosen: bool = False
) -> str:
    """A tile that leads to the draft with one card more."""
    kind = "nk-tile nk-more nk-chosen" if chosen else "nk-tile nk-more"
    address = desk.pen.link(draft.with_card(side, at, 1).text())
    return f'<a class="{kind}" id="nk-{side}-{at}-more" {address} aria-label="{label}" title="{label}">{inside}</a>'


def _less(desk: Desk, draft: Draft, side: str, at: int) -> str:
    label = desk.say(text(gettext_noop("{material}: one less"), material=MATERIAL_NAMES[KINDS[at]]))
    address = desk.pen.link(draft.with_card(side, at, -1).text())
    return f'<a class="nk-less" id="nk-{side}-{at}-less" {address} aria-label="{label}">−</a>'


# The live offer


def _offer(desk: Desk) -> str:
    """What is offered, who would take it, and the counter-offers."""
    offer = desk.view.offer
    if offer is None:
        return ""
    lines = [
        text(
            gettext_noop("{who} offers {give} for {want}."),
            who=Who(offer.owner),
            give=cards_name(offer.give),
            want=cards_name(offer.want),
        ),
        *_responses(offer.raised, gettext_noop("{who} would take the offer.")),
        *_responses(offer.declined, gettext_noop("{who} is not interested.")),
        *(
            text(
                gettext_noop("{who} would give {give} for {want}."),
                who=Who(rival),
                give=cards_name(give),
                want=cards_name(want),
            )
            for rival, _, give, want in offer.counters
        ),
    ]
    inside = "".join(f"<li>{desk.say(line)}</li>" for line in lines)
    return f'<ul class="nk-offer">{inside}</ul>'


def _responses(seats: Sequence[Seat], sentence: str) -> Iterator[Text]:
    for seat in seats:
        yield text(sentence, who=Who(seat))

"""Draws what lies before the reader: the hand, what things cost, and the panel for trade and discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.drawing import UNIT, choice, use
from games.core.model import Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.components import COSTS, KINDS, SCROLL_COST, SCROLLS, Counts, Piece
from games.natrak.compose import Draft, due, fresh
from games.natrak.desk import Desk
from games.natrak.moves import BuildCamp, BuildCity, BuildRoad, BuyScroll, Discard, Publish
from games.natrak.state import covers
from games.natrak.words import MATERIAL_NAMES, PIECE_NAMES, SCROLL_NAMES, cards_name

SIDE_NAMES = {
    "give": text(gettext_noop("You give")),
    "want": text(gettext_noop("You get")),
    "discard": text(gettext_noop("You discard")),
}
BUILDING = {Piece.ROAD: BuildRoad.verb, Piece.CAMP: BuildCamp.verb, Piece.CITY: BuildCity.verb}
PAID_IN_THE_PANEL = (*BUILDING.values(), BuyScroll.verb)
"""The choices that the row of costs offers."""

ICON, SMALL_ICON = 26, 14


def icon(symbol: str, size: int = ICON) -> str:
    """A symbol to stand in a line; the words beside it say what it is."""
    return f'<svg viewBox="0 0 {UNIT} {UNIT}" width="{size}" height="{size}" aria-hidden="true">{use(symbol)}</svg>'


def panel(desk: Desk) -> str:
    """Everything under the board; nothing for a spectator."""
    if desk.view.seat is None:
        return ""
    draft = desk.draft or fresh(desk.view, desk.choices)
    if draft is not None and draft.verb == Discard.verb:
        parts = [_discards(desk, draft)]
    elif desk.draft:
        parts = [_offer(desk), _trade(desk, desk.draft)]
    else:
        parts = [_offer(desk), _hand(desk, draft), _costs(desk)]
    return f'<div class="nk-panel">{"".join(parts)}</div>'


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
    held = f'<ul class="supplies nk-cards" aria-label="{title}">{cards}</ul>'
    if not scrolls:
        return held
    title = desk.say(text(gettext_noop("Your scrolls")))
    return f'{held}<ul class="supplies nk-scrolls" aria-label="{title}">{scrolls}</ul>'


def _material(desk: Desk, draft: Draft | None, at: int) -> str:
    n, name = desk.view.hand[at], MATERIAL_NAMES[KINDS[at]]
    gained = desk.gains[at]
    new = f'<span class="nk-gain" aria-hidden="true">+{gained}</span>' if gained > 0 else ""
    inside = f"{icon(_symbol(at))}<b>{n}</b>{new}"
    if draft is None or not n:
        return f"<li>{_still(desk, name, inside, 'nk-tile' if n else 'nk-tile nk-none')}</li>"
    label = desk.say(text(gettext_noop("{material}: {n}. Offer one"), material=name, n=n))
    return f"<li>{_more(desk, draft, 'give', at, label, inside)}</li>"


def _symbol(at: int) -> str:
    return f"natrak-resource-{KINDS[at].value}"


# What things cost


def _costs(desk: Desk) -> str:
    """What each thing costs; what one can pay for stands on gold, and can be tapped where it can be done."""
    assert desk.view.seat is not None
    left = desk.view.left[desk.view.seat]
    tiles = [
        _cost(desk, BUILDING[piece], f"natrak-{piece.value}", PIECE_NAMES[piece], COSTS[piece], n)
        for piece, n in zip(Piece, left, strict=True)
    ]
    scroll = text(gettext_noop("scroll"))
    tiles.append(_cost(desk, BuyScroll.verb, "natrak-scroll", scroll, SCROLL_COST, desk.view.deck))
    title = desk.say(text(gettext_noop("What things cost")))
    return f'<ul class="nk-costs {desk.colour(desk.view.seat)}" aria-label="{title}">{"".join(tiles)}</ul>'


def _cost(desk: Desk, verb: str, symbol: str, name: Text, cost: Counts, left: int) -> str:
    free = verb == BuildRoad.verb and desk.view.free_roads > 0 and desk.view.seat == desk.view.active
    payable = free or covers(desk.view.hand, cost)
    said = desk.say(
        text(
            gettext_noop("{piece}: {cards}. You can pay; {left} left.")
            if payable
            else gettext_noop("{piece}: {cards}. You can't pay yet; {left} left."),
            piece=name,
            cards=cards_name(cost),
            left=left,
        )
    )
    inside = (
        f'<span class="nk-what">{icon(symbol)}<small>×{left}</small></span>'
        f'<span class="nk-price">{"".join(_price(desk, cost, free=free))}</span>'
    )
    chosen = desk.is_chosen(verb)
    kind = "nk-cost" + (" nk-can" if payable else "") + (" nk-chosen" if chosen else "")
    if verb in desk.choices:
        return f'<li><a class="{kind}" {choice(desk.pen, verb, said, chosen=chosen)} title="{said}">{inside}</a></li>'
    return f'<li><span class="{kind}" role="img" aria-label="{said}" title="{said}">{inside}</span></li>'


def _price(desk: Desk, cost: Counts, *, free: bool) -> Iterator[str]:
    """The cards that a thing costs; those that the reader lacks are faint."""
    for at, n in enumerate(cost):
        for nth in range(n):
            lacking = "" if free or nth < desk.view.hand[at] else ' class="nk-lacking"'
            yield f"<span{lacking}>{icon(_symbol(at), SMALL_ICON)}</span>"


# Putting cards together


def _discards(desk: Desk, draft: Draft) -> str:
    """Which half of the hand goes."""
    left = due(desk.view) - sum(draft.give)
    said = plural(
        gettext_noop("Choose {n} more card to discard."),
        gettext_noop("Choose {n} more cards to discard."),
        n=max(left, 0),
    )
    rows = _steppers(desk, draft, "give", "discard", most=desk.view.hand if left > 0 else draft.give)
    return f'<div class="nk-trade"><p>{desk.say(said)}</p>{rows}</div>'


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
    )
    title = desk.say(SIDE_NAMES[name])
    return (
        f'<ul class="supplies nk-side" aria-label="{title}"><li class="nk-side-name">{title}</li>{cells}</ul>'
    )


def _stepper(desk: Desk, draft: Draft, side: str, at: int, n: int, *, can_more: bool) -> str:
    """The material, so many of it chosen (and held, if they are given), and a button for one less."""
    name = MATERIAL_NAMES[KINDS[at]]
    held = f"<small>/{desk.view.hand[at]}</small>" if side == "give" else ""
    inside = f"{icon(_symbol(at))}<b>{n}</b>{held}"
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

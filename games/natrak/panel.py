"""Draws what lies before the reader: the hand, what things cost, and the panel for trade and discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.drawing import UNIT, use
from games.core.model import Seat
from games.core.words import Text, Who, gettext_noop, plural, text
from games.natrak.components import COSTS, MATERIALS, SCROLL_COST, SCROLLS, Counts, Piece
from games.natrak.compose import NONE, Draft, due
from games.natrak.desk import Desk
from games.natrak.moves import AtRandom, Discard, MakeCounter, Publish
from games.natrak.state import covers
from games.natrak.words import MATERIAL_NAMES, PIECE_NAMES, SCROLL_NAMES, cards_name

SIDE_NAMES = {
    "give": text(gettext_noop("You give")),
    "want": text(gettext_noop("You get")),
    "discard": text(gettext_noop("You discard")),
}


ICON, SMALL_ICON = 26, 16
PRICE_PITCH, COST_GAP = 14, 12
GOLD = 'fill="var(--gold-leaf)" fill-opacity=".3" stroke="var(--gold)" stroke-width="1.5"'


def icon(symbol: str, size: int = ICON) -> str:
    """A symbol to stand in a line; the words beside it say what it is."""
    return f'<svg viewBox="0 0 {UNIT} {UNIT}" width="{size}" height="{size}" aria-hidden="true">{use(symbol)}</svg>'


def panel(desk: Desk) -> str:
    """Everything under the board; nothing for a spectator."""
    if desk.view.seat is None:
        return ""
    parts = [_hand(desk), _costs(desk)]
    if AtRandom.verb in desk.choices:
        parts.append(_discards(desk))
    parts.append(_offer(desk))
    parts.append(_trade(desk))
    return f'<div class="nk-panel">{"".join(parts)}</div>'


def _hand(desk: Desk) -> str:
    """The materials and scrolls one holds."""
    cards = [
        _item(f"natrak-resource-{material.value}", n, desk.say(MATERIAL_NAMES[material]))
        for material, n in zip(MATERIALS, desk.view.hand, strict=True)
    ]
    scrolls = [
        _item("natrak-scroll", n, desk.say(SCROLL_NAMES[scroll]), named=True)
        for scroll, n in zip(SCROLLS, desk.view.scrolls, strict=True)
        if n
    ]
    title = desk.say(text(gettext_noop("Your hand")))
    return f'<ul class="supplies nk-cards" aria-label="{title}">{"".join(cards + scrolls)}</ul>'


def _item(symbol: str, number: int, said: str, *, named: bool = False) -> str:
    kind = "nk-item" if number else "nk-item nk-none"
    name = f"<span>{said}</span>" if named else f'<span class="visually-hidden">{said}</span>'
    return f'<li class="{kind}" title="{said}">{icon(symbol)}<b>{number}</b> {name}</li>'


def _costs(desk: Desk) -> str:
    """What each thing costs in one row, those one can pay for on gold."""
    rows: list[tuple[str, Text, Counts]] = [
        (f"natrak-{piece.value}", PIECE_NAMES[piece], COSTS[piece]) for piece in Piece
    ]
    rows.append(("natrak-scroll", text(gettext_noop("scroll")), SCROLL_COST))
    groups, x = [], 0.0
    for symbol, name, cost in rows:
        groups.append(f'<g transform="translate({x:g} 0)">{_cost(desk, symbol, name, cost)}</g>')
        x += _cost_width(cost) + COST_GAP
    title = desk.say(text(gettext_noop("What things cost")))
    assert desk.view.seat is not None
    return (
        f'<svg class="nk-costs {desk.colour(desk.view.seat)}" viewBox="-3 -3 {x - COST_GAP + 6:g} {ICON + 6}" '
        f'width="100%" height="34" role="group" aria-label="{title}">{"".join(groups)}</svg>'
    )


def _cost_width(cost: Counts) -> float:
    return ICON + 4 + PRICE_PITCH * sum(cost) + 4


def _cost(desk: Desk, symbol: str, name: Text, cost: Counts) -> str:
    payable = covers(desk.view.hand, cost)
    said = desk.say(
        text(
            gettext_noop("{piece}: {cards}, you can pay") if payable else gettext_noop("{piece}: {cards}"),
            piece=name,
            cards=cards_name(cost),
        )
    )
    kinds = [material for material, n in zip(MATERIALS, cost, strict=True) for _ in range(n)]
    signs = "".join(
        use(
            f"natrak-resource-{material.value}",
            x=ICON + 4 + PRICE_PITCH * n,
            y=(ICON - SMALL_ICON) / 2,
            size=SMALL_ICON,
        )
        for n, material in enumerate(kinds)
    )
    wide, high = _cost_width(cost) + 4, ICON + 4
    gold = f'<rect x="-3" y="-2" width="{wide:g}" height="{high}" rx="6" {GOLD}/>' if payable else ""
    faded = "" if payable else ' opacity=".6"'
    return f'<g role="img" aria-label="{said}"{faded}><title>{said}</title>{gold}{use(symbol, size=ICON)}{signs}</g>'


# Putting cards together


def _discards(desk: Desk) -> str:
    """Which half of the hand goes."""
    draft = desk.draft if desk.draft and desk.draft.verb == Discard.verb else Draft((Discard.verb,))
    left = due(desk.view) - sum(draft.give)
    said = plural(
        gettext_noop("Choose {n} more card to discard."),
        gettext_noop("Choose {n} more cards to discard."),
        n=max(left, 0),
    )
    rows = _steppers(desk, draft, "give", "discard", most=desk.view.hand if left > 0 else draft.give)
    return f'<div class="nk-trade"><p>{desk.say(said)}</p>{rows}</div>'


def _trade(desk: Desk) -> str:
    """The draft of an offer or counter-offer, where one can be made."""
    draft = desk.draft if desk.draft and desk.draft.verb != Discard.verb else _fresh_draft(desk)
    if draft is None:
        return ""
    title = desk.say(
        text(gettext_noop("Offer cards"))
        if draft.verb == Publish.verb
        else text(gettext_noop("Make a counter-offer"))
    )
    whom = _whom(desk, draft) if draft.verb == Publish.verb else ""
    give = _steppers(desk, draft, "give", "give", most=desk.view.hand)
    want = _steppers(desk, draft, "want", "want", most=[99] * len(MATERIALS))
    opened = " open" if desk.draft else ""
    return f'<details class="nk-trade" id="nk-trade"{opened}><summary>{title}</summary>{whom}{give}{want}</details>'


def _fresh_draft(desk: Desk) -> Draft | None:
    """An empty offer or counter-offer, if the reader can make one now."""
    if Publish.verb in desk.choices:
        return Draft((Publish.verb, "-"))
    if MakeCounter.verb in desk.choices and desk.view.offer is not None:
        return Draft((MakeCounter.verb, str(desk.view.offer.number)))
    return None


def _whom(desk: Desk, draft: Draft) -> str:
    """Everybody, or one rival."""
    view = desk.view
    rivals = [seat for seat in view.order if seat != view.seat and seat not in view.absent]
    links = [_whom_link(desk, draft, "-", text(gettext_noop("everybody")))]
    links += [
        _whom_link(desk, draft, str(seat), text(gettext_noop("{who}"), who=Who(seat))) for seat in rivals
    ]
    return f'<p class="nk-whom">{" ".join(links)}</p>'


def _whom_link(desk: Desk, draft: Draft, to: str, name: Text) -> str:
    other = Draft((draft.verb, to), draft.give, draft.want)
    current = ' aria-current="true"' if draft.head[1] == to else ""
    kind = "button chosen" if current else "button"
    return f'<a class="{kind}" id="nk-to-{to}" {desk.pen.link(other.text())}{current}>{desk.say(name)}</a>'


def _steppers(desk: Desk, draft: Draft, side: str, name: str, most: Sequence[int]) -> str:
    """One card more or less of each material."""
    chosen = draft.give if side == "give" else draft.want
    other = NONE if draft.verb == Discard.verb else draft.want if side == "give" else draft.give
    cells = "".join(
        _stepper(desk, draft, side, at, n, can_more=n < most[at] and not other[at])
        for at, n in enumerate(chosen)
    )
    title = desk.say(SIDE_NAMES[name])
    return (
        f'<ul class="supplies nk-side" aria-label="{title}"><li class="nk-side-name">{title}</li>{cells}</ul>'
    )


def _stepper(desk: Desk, draft: Draft, side: str, at: int, n: int, *, can_more: bool) -> str:
    material = MATERIALS[at]
    name = MATERIAL_NAMES[material]
    more = (
        _step(desk, draft, side, at, 1, text(gettext_noop("{material}: +1"), material=name))
        if can_more
        else ""
    )
    less = _step(desk, draft, side, at, -1, text(gettext_noop("{material}: −1"), material=name)) if n else ""
    said = desk.say(name)
    return (
        f'<li class="nk-step" title="{said}">{icon(f"natrak-resource-{material.value}")}'
        f'<b><span class="visually-hidden">{said} </span>{n}</b>{less}{more}</li>'
    )


def _step(desk: Desk, draft: Draft, side: str, at: int, more: int, label: Text) -> str:
    sign = "+" if more > 0 else "−"
    ident = f"nk-{side}-{at}-{'more' if more > 0 else 'less'}"
    address = desk.pen.link(draft.with_card(side, at, more).text())
    return f'<a class="button nk-more" id="{ident}" {address} aria-label="{desk.say(label)}">{sign}</a>'


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

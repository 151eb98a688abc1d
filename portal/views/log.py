"""The log of a match as one reader may know it: its last lines, and what is new to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.core.match import By, Entry
from games.core.model import Event, Game, Rewound
from games.core.telling import tell
from portal import say
from portal.matches import AnyMatch
from portal.templatetags.site import icon

LOG_LINES = 60
"""How many of the last lines of the log a page carries."""
MOST_SAID = 20_000
"""Sentences that a process keeps, of some 300 bytes."""


@dataclass(frozen=True)
class Line:
    """One line of the log; `number` counts what its reader knows of what happened at one ply."""

    ply: int
    number: int
    html: SafeString
    undone: bool
    by: By
    event: Event
    item: str
    """The line as an item of the log."""


@dataclass(frozen=True)
class _Told:
    """What an entry says to one reader; a take-back gives entries events anew, or strikes them out."""

    events: list[Event]
    undone: bool
    lines: tuple[Line, ...]

    def holds(self, entry: Entry) -> bool:
        """Whether the entry still says so."""
        return self.events is entry.events and self.undone == entry.undone


_told: WeakKeyDictionary[AnyMatch, dict[object, dict[int, _Told]]] = WeakKeyDictionary()
"""What the log of a match said on the last page of each reader in each language, by ply."""


def log_of(match: AnyMatch, me: int | None, names: say.Names, seen_ply: int) -> list[Line]:
    """The last lines of the log as this reader may know them; as many as fit, and all that came after `seen_ply`."""
    lines: list[Line] = []
    reads = _reading(match.game, names)
    readers = _told.setdefault(match, {})
    before, now = readers.get((me, reads), {}), dict[int, _Told]()
    for entry in reversed(match.story):
        if len(lines) >= LOG_LINES and entry.ply <= seen_ply:
            break
        told = before.get(entry.ply)
        if told is None or not told.holds(entry):
            told = _Told(entry.events, entry.undone, tuple(_lines_of(match, entry, me, names, reads)))
        now[entry.ply] = told
        lines += reversed(told.lines)
    readers[me, reads] = now
    lines.reverse()
    return lines


def _lines_of(
    match: AnyMatch, entry: Entry, me: int | None, names: say.Names, reads: object
) -> Iterator[Line]:
    """What one stored move did, as this reader may know it; `reads` is what `_reading` says."""
    found = (event.seen_by(me) for event in entry.events)
    known = (event for event in found if event is not None)
    for number, event in enumerate(known):
        sentence = _sentence(match.game, event, names, reads)
        item = _item(
            f"log-{entry.ply}-{number}", sentence, undone=entry.undone, instead=_instead(entry.by, event)
        )
        yield Line(entry.ply, number, sentence, entry.undone, entry.by, event, item)


_said: dict[object, SafeString] = {}


def _reading(game: Game[Any], names: say.Names) -> object:
    """What the words of an event depend on besides it: the game, the language, and who sits where."""
    who = tuple((number, seat.name, seat.colour) for number, seat in names.items())
    return game.slug, get_language(), who


def _sentence(game: Game[Any], event: Event, names: say.Names, reads: object) -> SafeString:
    """What a line of the log says, made once: whoever knows as much of an event reads the same in one language."""
    key = reads, event
    sentence = _said.get(key)
    if sentence is None:
        sentence = say.html(tell(game, event), names)
        if len(_said) >= MOST_SAID:
            _said.clear()
        _said[key] = sentence
    return sentence


def _instead(by: By, event: Event) -> str:
    """What stands before a line when the clock or the moderators have answered for somebody."""
    match by:
        case "clock":
            sign, said = "clock", _("Time ran out:")
        case "staff" if not isinstance(event, Rewound):
            sign, said = "shield", _("By the moderators:")
        case _:
            return ""
    return f'{icon(sign)}<span class="visually-hidden">{escape(said)} </span>'


def steps_of(news: Sequence[Line], url: str, step: int | None) -> SafeString:
    """What is new as items of a list, each a link that marks it alone on the board."""
    items = []
    for number, line in enumerate(news):
        kind, current = ("step chosen", ' aria-current="step"') if number == step else ("step", "")
        here = f"{url}?show={number}"
        items.append(
            f'<li><a class="{kind}" id="step-{number}" href="{here}" hx-get="{here}"{current}>'
            f"{_instead(line.by, line.event)}<span>{line.html}</span></a></li>"
        )
    return SafeString("".join(items))


def _item(ident: str, sentence: str, *, undone: bool, instead: str) -> str:
    """A line of the log as an item of a list; a page carries dozens, so no template draws them."""
    kind, inside = (' class="undone"', "del") if undone else ("", "span")
    return f'<li id="{ident}"{kind}>{instead}<{inside}>{sentence}</{inside}></li>'

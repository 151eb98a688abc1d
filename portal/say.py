"""Says a game's text in the reader's language, plain or as HTML with the players' names in their colours."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext, pgettext

from games.core.words import Text, Who
from portal.models import Seat, Table

Names = Mapping[int, Seat]
"""The seats of a table by number."""
MOST_SAID = 10_000
"""Sentences that a process keeps in each language, of some 100 bytes."""
_said: dict[str | None, dict[Text, str]] = {}


def plain(text: Text, names: Names | None = None) -> str:
    """The sentence as plain text."""
    return _in(get_language(), text, names or {})


def _in(language: str | None, text: Text, names: Names) -> str:
    """The sentence in the language that is active; made once where it is nobody's name that it depends on."""
    said = _said.setdefault(language, {})
    sentence = said.get(text)
    if sentence is None:
        sentence = _filled(text, names)
        if text.names_nobody:
            if len(said) >= MOST_SAID:
                said.clear()
            said[text] = sentence
    return sentence


def _filled(text: Text, names: Names) -> str:
    return _message(text).format(**{key: _plain(value, names) for key, value in text.params.items()})


def _plain(value: int | str | Who | Text, names: Names) -> str:
    match value:
        case Who(number):
            return (
                isolated(names[number].name) if number in names else gettext("seat {n}").format(n=number + 1)
            )
        case Text():
            return plain(value, names)
        case str():
            return isolated(value)
    return str(value)


def isolated(name: str) -> str:
    """A name written from right to left leaves the words around it in their order, also where there is no markup."""
    if name.isascii() or name.startswith("\N{FIRST STRONG ISOLATE}"):
        return name
    turned = any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name)
    return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}" if turned else name


def html(text: Text, names: Names) -> SafeString:
    """The sentence as HTML; everything in it is escaped, names and things of the game are set off."""
    if not text.params:
        return escape(_message(text))
    return format_html(_message(text), **{key: _html(value, names) for key, value in text.params.items()})


def _html(value: int | str | Who | Text, names: Names) -> str:
    match value:
        case Who(number) if number in names:
            return format_html('<b class="name seat-{}">{}</b>', names[number].colour, names[number].name)
        case Text():
            return format_html('<span class="term">{}</span>', plain(value, names))
    return _plain(value, names)


def _message(text: Text) -> str:
    if text.plural is None:
        return gettext(text.msgid)
    return ngettext(text.msgid, text.plural, int(str(text.params["n"])))


def sayer(seats: Sequence[Seat]) -> Callable[[Text], str]:
    """`plain` with these seats' names, for as long as the language stays."""
    names, language = {seat.number: seat for seat in seats}, get_language()
    said = _said.setdefault(language, {})
    return lambda text: said.get(text) or _in(language, text, names)


def listed(names: Sequence[str]) -> str:
    """ "Ana, Bo and Cy" in the reader's language."""
    if len(names) < 2:
        return "".join(isolated(name) for name in names)
    *others, last = (isolated(name) for name in names)
    if _begins_with_i(last):  # Spanish has another "and" there
        joined = pgettext("the last name begins with the sound of i", "{names} and {last}")
    else:
        joined = gettext("{names} and {last}")
    return joined.format(names=", ".join(others), last=last)


def _begins_with_i(name: str) -> bool:
    """As in Inés and Hilda, not as in Iago."""
    return re.match(r"\W*h?i(?![aeou])", unicodedata.normalize("NFD", name).casefold()) is not None


def who_won(winners: Sequence[str]) -> str:
    """Who has won, by name."""
    if not winners:
        return gettext("Nobody wins.")
    return ngettext("{names} wins!", "{names} share the win!", len(winners)).format(names=listed(winners))


def why_closed(table: Table) -> str:
    """Why a table was closed, in a sentence."""
    match table.closed_because:
        case Table.Why.HOST:
            return gettext("The host closed this table.")
        case Table.Why.AGREED:
            return gettext("The players agreed to close this table.")
        case Table.Why.IDLE:
            return gettext("For six hours nobody was here: this table closed by itself.")
        case Table.Why.EXPIRED:
            return gettext("For a week nothing happened here: this table closed by itself.")
        case Table.Why.ABANDONED:
            return gettext("Everybody has left this table: it closed by itself.")
        case Table.Why.STAFF:
            return gettext("The moderators closed this table.")
    return gettext("This table is closed.")

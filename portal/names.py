"""Players' names: what is a name, and when two are the same."""

import re
import unicodedata

from games.core.words import gettext_noop
from portal.refusal import Refused

LONGEST = 24


def clean_name(raw: str) -> str:
    """The name as it is shown: NFKC, no invisible characters, single spaces, trimmed. Raises Refused."""
    folded = unicodedata.normalize("NFKC", raw)
    visible = "".join(" " if c.isspace() else c for c in folded if is_visible(c) or c.isspace())
    name = unicodedata.normalize("NFKC", " ".join(visible.split()))
    if not name:
        raise Refused(gettext_noop("Type the name the others will see.")).at("name")
    if len(name) > LONGEST:
        raise Refused(gettext_noop("That name is too long: {most} letters at most."), most=LONGEST).at("name")
    if not any(unicodedata.category(c)[0] in "LN" for c in name):
        raise Refused(gettext_noop("A name needs at least one letter or digit.")).at("name")
    return name


def is_visible(character: str) -> bool:
    """No control, format, surrogate or private characters, nor others that show nothing: they would let one name pass
    for another."""
    return unicodedata.category(character)[0] != "C" and not _BLANK.match(character)


_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Joiners, fillers, variation selectors and the empty Braille cell: letters, marks or signs by their class."""


def name_key(name: str) -> str:
    """Equal exactly for names that count as the same."""
    return unicodedata.normalize("NFKC", name.casefold())

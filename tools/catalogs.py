"""The translations in locale/*/LC_MESSAGES/django.po: merging, checking, compiling."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import polib

from tools.extract import Found, Key

# Placeholders of both styles, and literal percent signs, which must stay doubled.
_PLACEHOLDER = re.compile(r"%\(\w+\)[#0\- +]*[\d.]*[a-zA-Z]|\{\w*\}|%%|%[sd]")
# What a sentence ends with; a translation ends with the same.
_ENDS = (".", ":", "?", "!", "…")
# Signs that Spanish opens too.
_OPENED = {"?": "¿", "!": "¡"}
PLURALS = {"es": "nplurals=2; plural=(n != 1);", "pt_BR": "nplurals=2; plural=(n > 1);"}


def catalog_path(locale: Path, language: str) -> Path:
    """Where gettext expects it."""
    return locale / language / "LC_MESSAGES" / "django.po"


def load(path: Path, language: str) -> polib.POFile:
    """The catalog on disk, or an empty one with its head. OSError if the file can't be parsed."""
    catalog = polib.pofile(str(path), wrapwidth=110) if path.exists() else polib.POFile(wrapwidth=110)
    catalog.metadata = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[language],
    }
    return catalog


def _key(entry: polib.POEntry) -> Key:
    return Key(entry.msgid, entry.msgctxt)


def merge(catalog: polib.POFile, found: dict[Key, Found]) -> polib.POFile:
    """The same translations for exactly the sentences found: new ones empty, vanished ones gone.

    In order of file and sentence, without line numbers: a change of code that touches no sentence changes nothing
    here, and two people's new sentences rarely meet on the same line.
    """
    known = {_key(entry): entry for entry in catalog if not entry.obsolete}
    fresh = polib.POFile(wrapwidth=110)
    fresh.metadata = catalog.metadata
    for one in sorted(
        found.values(), key=lambda one: (min(one.files), one.key.sentence, one.key.context or "")
    ):
        old = known.get(one.key)
        entry = polib.POEntry(msgid=one.key.sentence, msgctxt=one.key.context)
        entry.occurrences = [(name, "") for name in sorted(one.files)]
        if one.plural:
            entry.msgid_plural = one.plural
            entry.msgstr_plural = (old and old.msgstr_plural) or {0: "", 1: ""}
        else:
            entry.msgstr = old.msgstr if old else ""
        if old:
            entry.tcomment, entry.flags = old.tcomment, [f for f in old.flags if f == "fuzzy"]
        placeholders = _placeholders(one.key.sentence + (one.plural or ""))
        if any(p.startswith("%") for p in placeholders):
            entry.flags.append("python-format")
        fresh.append(entry)
    return fresh


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


def _mismatches(entry: polib.POEntry) -> Iterator[str]:
    """A translation must use the placeholders of its original; a singular may leave the number out, or name it."""
    if not entry.msgid_plural:
        if _placeholders(entry.msgstr) != _placeholders(entry.msgid):
            yield entry.msgstr
        return
    singular, plural = _placeholders(entry.msgid), _placeholders(entry.msgid_plural)
    for form, text in entry.msgstr_plural.items():
        used = _placeholders(text)
        if used != plural and not (int(form) == 0 and singular & plural <= used <= singular | plural):
            yield text


def _pairs(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """Each form of the original with its translation."""
    if entry.msgid_plural:
        for form, text in entry.msgstr_plural.items():
            yield (entry.msgid_plural if int(form) else entry.msgid), text
    else:
        yield entry.msgid, entry.msgstr


def _edges(text: str) -> tuple[str, str, str]:
    """The space before, the space behind, and the sign at the end."""
    bare = text.strip()
    return (
        text[: len(text) - len(text.lstrip())],
        text[len(text.rstrip()) :],
        bare[-1] if bare.endswith(_ENDS) else "",
    )


def _slips(entry: polib.POEntry, language: str) -> Iterator[tuple[str, str]]:
    """What is wrong with a translation, and which it is."""
    for text in _mismatches(entry):
        yield "placeholders differ", text
    for original, text in _pairs(entry):
        if _edges(original) != _edges(text):
            yield "edges differ", text
        if "python-format" in entry.flags and "%" in _PLACEHOLDER.sub("", text):
            yield "a single %", text
        if language == "es" and any(text.count(end) != text.count(begin) for end, begin in _OPENED.items()):
            yield "¿ or ¡ is missing", text


def statistics(catalog: polib.POFile, found: dict[Key, Found]) -> str:
    """How much of what is found has a translation that is not fuzzy: "1900 sentences, 100 % translated"."""
    done = {_key(entry) for entry in catalog if entry.translated() and not entry.obsolete}
    part = 100 * len(done & found.keys()) // max(1, len(found))
    return f"{len(found)} sentences, {part} % translated"


def problems(catalog: polib.POFile, found: dict[Key, Found]) -> Iterator[str]:
    """One line for everything wrong: missing, fuzzy, obsolete, other placeholders, edges that differ."""
    language = catalog.metadata["Language"]
    known: dict[Key, polib.POEntry] = {}
    for entry in catalog:
        if entry.obsolete or _key(entry) not in found:
            yield f"obsolete: {entry.msgid!r}"
            continue
        known[_key(entry)] = entry
    for key, one in found.items():
        current = known.get(key)
        where = ", ".join(sorted(one.files))
        if current is None or (current.msgid_plural or None) != one.plural:
            yield f"missing: {key.sentence!r} ({where})"
            continue
        texts: Iterable[str] = current.msgstr_plural.values() if one.plural else [current.msgstr]
        if not all(texts):
            yield f"missing: {key.sentence!r} ({where})"
        elif current.fuzzy:
            yield f"fuzzy: {key.sentence!r} ({where})"
        else:
            for what, text in _slips(current, language):
                yield f"{what}: {key.sentence!r} became {text!r} ({where})"


def compile_all(locale: Path) -> list[Path]:
    """Write a .mo beside every .po; answers what was written."""
    written = []
    for path in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = path.with_suffix(".mo")
        catalog = polib.pofile(str(path))
        catalog.save_as_mofile(str(target))
        written.append(target)
    return written

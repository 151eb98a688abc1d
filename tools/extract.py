"""Sentences marked for translation, found in Python and templates without the gettext programs.

Python is read by its own parser, templates by Django's own `templatize`, so the keys are exactly those that are
looked up at run time.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.utils.translation.template import templatize

# What each function's leading arguments are: c context, s sentence, p its plural.
_FUNCTIONS = {
    "gettext": "s",
    "gettext_lazy": "s",
    "gettext_noop": "s",
    "ngettext": "sp",
    "ngettext_lazy": "sp",
    "pgettext": "cs",
    "pgettext_lazy": "cs",
    "npgettext": "csp",
    "npgettext_lazy": "csp",
    "_": "s",
    "_lazy": "s",
    "_noop": "s",
    "plural": "sp",  # games.core.words: a sentence as data, said by ngettext later
}
TEMPLATE_SUFFIXES = {".html", ".txt", ".svg", ".xml"}


class CannotExtract(Exception):
    """A file can't be read, or marks something that is no plain string; the message names file and line."""


@dataclass(frozen=True, order=True)
class Key:
    """What a translation is looked up by."""

    sentence: str
    context: str | None = None


@dataclass
class Found:
    """One sentence and the files it stands in."""

    key: Key
    plural: str | None = None
    files: set[str] = field(default_factory=set)


def _found(shape: str, texts: list[str]) -> tuple[Key, str | None]:
    parts = dict(zip(shape, texts, strict=True))
    return Key(parts["s"], parts.get("c")), parts.get("p")


def from_python(source: str, name: str) -> Iterator[tuple[Key, str | None]]:
    """Every call of a marking function, under any prefix (`translation.gettext`). CannotExtract as above.

    An f-string or a variable inside the marker could never be translated, so it is an error, except where the
    marker's own definition hands its parameter on.
    """
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise CannotExtract(f"{name}:{error.lineno}: {error.msg}") from error
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    inner: set[ast.AST] = (
        set()
    )  # markers inside another marker: part of its sentence, no sentences of their own
    for node in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        called = _name(node)
        shape = _FUNCTIONS.get(called)
        if shape is None or len(node.args) < len(shape) or node in inner:
            continue
        arguments = node.args[: len(shape)]
        texts = [text for argument in arguments if (text := _text(argument)) is not None]
        if len(texts) == len(shape):
            inner.update(arguments)
            yield _found(shape, texts)
        elif called != "plural" and any(isinstance(one, ast.JoinedStr | ast.BinOp) for one in arguments):
            raise CannotExtract(
                f"{name}:{node.lineno}: {called}() needs a plain string, with named placeholders"
            )


def _name(call: ast.Call) -> str:
    function = call.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _text(node: ast.expr) -> str | None:
    """A plain string, also inside `gettext_noop(…)`; None for anything else."""
    if isinstance(node, ast.Call) and _name(node) in {"gettext_noop", "_noop"} and len(node.args) == 1:
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


_STRING = r"""[uU]?(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")"""
# Only with a word boundary before: templatize replaces all other text by X's, so nothing else looks like a call.
_CALL = re.compile(
    rf"(?<![\w.])({'|'.join(sorted(_FUNCTIONS, key=len, reverse=True))})\(\s*({_STRING}(?:\s*,\s*{_STRING})*)",
    re.DOTALL,
)


def from_template(source: str, name: str) -> Iterator[tuple[Key, str | None]]:
    """`translate`, `blocktranslate` (plural, context, trimmed) and `_("…")` in a template. CannotExtract as above."""
    try:
        text = templatize(source, origin=name)
    except SyntaxError as error:
        raise CannotExtract(f"{name}: {error}") from error
    # templatize answers text that only resembles Python (X's, half lines), so it is searched, not parsed.
    for call in _CALL.finditer(text):
        texts = [ast.literal_eval(one) for one in re.findall(_STRING, call[2], re.DOTALL)]
        shape = _FUNCTIONS[call[1]]
        if len(texts) >= len(shape):
            yield _found(shape, texts[: len(shape)])


def extract(root: Path, folders: Iterable[str]) -> dict[Key, Found]:
    """Everything marked in `folders` of `root`. CannotExtract as above, or for one key with two plurals."""
    result: dict[Key, Found] = {}
    for path in sorted(p for folder in folders for p in (root / folder).rglob("*") if p.is_file()):
        name = path.relative_to(root).as_posix()
        if path.suffix == ".py" and "migrations" not in path.parts:
            pairs = from_python(path.read_text(encoding="utf-8"), name)
        elif path.suffix in TEMPLATE_SUFFIXES and "static" not in path.parts:
            pairs = from_template(path.read_text(encoding="utf-8"), name)
        else:
            continue
        for key, plural in pairs:
            if not key.sentence:
                raise CannotExtract(f"{name}: an empty string is marked for translation")
            found = result.setdefault(key, Found(key))
            if plural and found.plural and plural != found.plural:
                raise CannotExtract(
                    f"{name}: {key.sentence!r} has two plurals: {found.plural!r} and {plural!r}"
                )
            found.plural = found.plural or plural
            found.files.add(name)
    return result

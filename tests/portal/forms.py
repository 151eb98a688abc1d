"""Reads a page as a person does: its forms with what stands in them, its links, and the sentences set off as errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qs, urlsplit

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)


@dataclass
class Form:
    """A form: where it leads, its `id`, the values it would send as it stands, and the choices of each field."""

    action: str
    ident: str
    values: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """What radio buttons and selects offer and do not disable."""


class Reading(HTMLParser):
    """Forms, links, and errors of one page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.errors: list[str] = []
        self._form: Form | None = None
        self._select = ""
        self._said: tuple[int, list[str]] | None = None
        self._depth = 0
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        classes = found.get("class", "").split()
        if tag not in VOID:
            self._depth += 1
            alarms = "hidden" not in found and (found.get("role") == "alert" or "errorlist" in classes)
            if alarms and self._said is None:
                self._said = (self._depth, [])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "form":
            self._form = Form(found.get("action", ""), found.get("id", ""))
            self.forms.append(self._form)
        elif self._form is not None:
            self._field(tag, found)

    def _field(self, tag: str, found: dict[str, str]) -> None:
        assert self._form is not None
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "select":
            self._select = name
            self._form.choices[name] = []
        elif tag == "option":
            self._form.choices[self._select].append(value)
            if "selected" in found or self._select not in self._form.values:
                self._form.values[self._select] = value
        elif tag == "input" and name and "disabled" not in found:
            kind = found.get("type", "text")
            if kind == "radio":
                self._form.choices.setdefault(name, []).append(value)
            if kind not in ("radio", "checkbox") or "checked" in found:
                self._form.values[name] = found.get("value", "on") if kind == "checkbox" else value

    def handle_endtag(self, tag: str) -> None:
        if self._said is not None and self._said[0] == self._depth:
            self.errors.append(" ".join("".join(self._said[1]).split()))
            self._said = None
        if tag not in VOID:
            self._depth -= 1
        if tag == "form":
            self._form = None

    def handle_data(self, data: str) -> None:
        if self._said is not None:
            self._said[1].append(data)

    def form(self, ident: str) -> Form | None:
        """The form with this id, or the one that leads to an address ending so."""
        return next(
            (f for f in self.forms if f.ident == ident or urlsplit(f.action).path.endswith(f"/{ident}/")),
            None,
        )

    @property
    def picks(self) -> list[str]:
        """What the links of the page would select."""
        asked = (parse_qs(urlsplit(link).query).get("pick") for link in self.links)
        return list(dict.fromkeys(values[0] for values in asked if values))

"""Template tags of the site: drawings as ready strings."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path

from django import template
from django.contrib.staticfiles import finders
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.templatetags.i18n import do_translate
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.core.drawing import PATTERNS

register = template.Library()

MOST_KEPT = 2000
"""Versions of a `kept` piece that a process holds, of some kilobytes."""
_TOKEN = secrets.token_hex(16)
"""Stands in a kept piece for the reader's own token against forged forms."""


class Kept(template.Node):
    """A piece of a page that is made once for each language and for each value of what it depends on."""

    def __init__(self, nodelist: NodeList, depends_on: Sequence[FilterExpression]) -> None:
        self.nodelist, self.depends_on = nodelist, depends_on
        self.made: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = (get_language(), *(value.resolve(context) for value in self.depends_on))
        piece = self.made.get(key)
        if piece is None:
            with context.push(csrf_token=_TOKEN):
                piece = self.nodelist.render(context)
            if len(self.made) >= MOST_KEPT:
                self.made.clear()
            self.made[key] = piece
        if _TOKEN not in piece:
            return piece
        return mark_safe(piece.replace(_TOKEN, str(context.get("csrf_token", ""))))  # noqa: S308 - letters and digits


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """`{% kept page.token page.host %} … {% endkept %}`: all that the piece shows must follow from what it names.

    Forms in it have each reader's own token all the same.
    """
    depends_on = [parser.compile_filter(word) for word in token.split_contents()[1:]]
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodelist, depends_on)


class Translated(template.Node):
    """A sentence of a template, looked up once for each language."""

    def __init__(self, node: template.Node) -> None:
        self.node = node
        self.made: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        language = get_language()
        sentence = self.made.get(language)
        if sentence is None:
            sentence = self.made[language] = self.node.render(context)
        return sentence


@register.tag
def translate(parser: Parser, token: Token) -> template.Node:
    """Django's tag of this name, which takes several times as long; what is no plain sentence is left to it.

    A template that loads `i18n` and then `site` has this one.
    """
    words = token.split_contents()
    node: template.Node = do_translate(parser, token)
    plain = len(words) == 2 and words[1][0] in "\"'" and not parser.compile_filter(words[1]).filters
    return Translated(node) if plain else node


@cache
def _drawing(path: str) -> SafeString:
    """The text of one of our own SVG files, without its prolog and comments."""
    found = finders.find(path)
    if not isinstance(found, str):
        raise template.TemplateSyntaxError(f"inline_svg: there is no static file {path!r}.")
    text = Path(found).read_text(encoding="utf-8")
    text = re.sub(r"<\?xml.*?\?>|<!--.*?-->", "", text, flags=re.DOTALL)
    return mark_safe(re.sub(r">\s*\n\s*<", "><", text).strip())  # noqa: S308 - our own file


@register.filter
def bdi(name: str) -> SafeString:
    """A name in the middle of a sentence: whichever way it is written, the words around it keep their order."""
    return format_html("<bdi>{}</bdi>", name)


@register.simple_tag
def inline_svg(path: str) -> SafeString:
    """A drawing from the static files, part of the page: it follows the theme and the seat's colour."""
    return _drawing(path)


@register.simple_tag
@cache
def icon(name: str) -> SafeString:
    """A small sign beside words; it says nothing to a screen reader."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="#site-icon-{}"/></svg>', name)


@register.simple_tag
def moment(when: datetime) -> SafeString:
    """A point in time, in the reader's zone with its name; a script puts it shorter where it is near."""
    return _time(when, "data-local")


@register.simple_tag
def deadline(when: datetime) -> SafeString:
    """The same for the end of somebody's time; a script counts the last hour down."""
    return _time(when, "data-due")


def _time(when: datetime, kind: str) -> SafeString:
    here = timezone.localtime(when)
    words = date_format(here, "SHORT_DATETIME_FORMAT")
    return format_html('<time datetime="{}" {}>{} {}</time>', here.isoformat(), kind, words, zone_name(here))


def zone_name(here: datetime) -> str:
    """The zone's short name, "CET"; where it has none, how far it is from UTC."""
    name = here.tzname() or "UTC"
    return f"UTC{name}" if name[0] in "+-" else name


@register.simple_tag
@lru_cache(maxsize=2000)
def medallion(colour: str, emblem: str, portrait: str = "") -> SafeString:
    """A player's mark: the seat's colour and pattern round a portrait, or round the emblem where there is none."""
    if portrait:
        face = format_html(
            '<use href="#{}" x="10" y="9" width="44" height="44"/>'
            '<circle class="sa-medal" cx="52" cy="52" r="11"/>'
            '<use class="sa-emblem" href="#site-emblem-{}" x="45" y="45" width="14" height="14"/>',
            portrait,
            emblem,
        )
    else:
        face = format_html(
            '<use class="sa-emblem" href="#site-emblem-{}" x="19" y="19" width="26" height="26"/>', emblem
        )
    return format_html(
        '<svg class="medallion seat-{}" viewBox="0 0 64 64" aria-hidden="true">'
        '<circle class="sa-seat" cx="32" cy="32" r="31"/><circle fill="url(#site-pattern-{})" cx="32" cy="32" r="31"/>'
        '<circle class="ring" cx="32" cy="32" r="30.5"/><circle class="sa-medal" cx="32" cy="32" r="22"/>{}</svg>',
        colour,
        PATTERNS.get(colour, "solid"),
        face,
    )

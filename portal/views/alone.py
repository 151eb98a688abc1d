"""Pages that stand alone, each whole in one file: what a browser shows without a network, a proxy without a server."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe


@cache
def offline(language: str) -> str:
    """What the service worker answers with in place of a page that can't be fetched."""
    return _page([language], offline=True)


def maintenance() -> str:
    """What a proxy shows while no web process answers, in every language; deploy/maintenance.html is kept from it."""
    return _page([code for code, _name in settings.LANGUAGES], offline=False)


@cache
def policy() -> str:
    """The content security policy of such a page: its own style and script, and asking whether we are back."""
    style, script = (f"'sha256-{_digest(text)}'" for text in (_css(), _script()))
    return (
        f"default-src 'none'; style-src {style}; script-src {script}; img-src data:; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _page(languages: Sequence[str], *, offline: bool) -> str:
    context = {
        "languages": languages,
        "offline": offline,
        "css": _css(),
        "script": _script(),
        "logo": _logo(),
    }
    return render_to_string("alone.html", context)


def _source(path: str) -> str:
    found = finders.find(path)
    assert isinstance(found, str)
    return Path(found).read_text(encoding="utf-8")


@cache
def _css() -> SafeString:
    """Style without comments and indents."""
    text = re.sub(r"/\*.*?\*/", "", _source("site/base.css") + _source("site/art/art.css"), flags=re.DOTALL)
    return mark_safe(re.sub(r"\s*\n\s*", "\n", text).strip())  # noqa: S308 - our own file


@cache
def _script() -> SafeString:
    return mark_safe(_source("site/alone.js").strip())  # noqa: S308 - our own file


def _logo() -> SafeString:
    found = re.search(r'<symbol id="site-logo"[^>]*>(.*?)</symbol>', _source("site/art/site.svg"), re.DOTALL)
    assert found
    return mark_safe(found[1].strip())  # noqa: S308 - our own file


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()

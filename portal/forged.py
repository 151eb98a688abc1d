"""The token against forged forms that parts of a page carry: Django's own, masked in a fraction of the time."""

from __future__ import annotations

import os

from django.http import HttpRequest
from django.middleware.csrf import CSRF_ALLOWED_CHARS, CSRF_SECRET_LENGTH

_SIGNS = len(CSRF_ALLOWED_CHARS)
_NUMBERS = {sign: number for number, sign in enumerate(CSRF_ALLOWED_CHARS)}
_UNEVEN = bytes(range(256 - 256 % _SIGNS, 256))
"""Bytes that would make some signs likelier than others."""


def csrf(request: HttpRequest) -> dict[str, str]:
    """The context processor: a part of a page for HTMX has its token from here, a whole page from Django.

    Django asks the system for each sign of the mask by itself, and sends the cookie again with every answer; with
    whole pages is often enough.
    """
    secret = request.META.get("CSRF_COOKIE")
    return {"csrf_token": _masked(secret)} if secret and "HX-Request" in request.headers else {}


def _masked(secret: str) -> str:
    """A mask and the secret behind it, other signs each time: what is the same in two answers could be guessed."""
    drawn = b""
    while len(drawn) < CSRF_SECRET_LENGTH:
        drawn += os.urandom(2 * CSRF_SECRET_LENGTH).translate(None, _UNEVEN)
    mask = [byte % _SIGNS for byte in drawn[:CSRF_SECRET_LENGTH]]
    behind = [(_NUMBERS[sign] + number) % _SIGNS for sign, number in zip(secret, mask, strict=True)]
    return "".join([CSRF_ALLOWED_CHARS[number] for number in mask + behind])

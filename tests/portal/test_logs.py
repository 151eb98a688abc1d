"""The log: no link that opens a seat or signs somebody in stands in it."""

from __future__ import annotations

import logging
import re
import sys

import pytest

from portal import logs, urls


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/t/QYRoMuGCrZSq-uGO_2op0Q/move/", "/t/…/move/"),
        ("/w/QYRoMuGCrZSq-uGO_2op0Q/", "/w/…/"),
        ("/ws/table/QYRoMuGCrZSq-uGO_2op0Q/", "/ws/table/…/"),
        ("/me/confirm/WyJhIiwiYiJd:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/me/confirm/…/"),
        ("/me/silence/ImEi:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/me/silence/…/"),
        ("/me/link/WyJhIiwiYiIsMF0:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/me/link/…/"),
        ("/go/WyJhIiw3XQ:1tXyZ0:QYRoMuGCrZSq-uGO_2op0Q/", "/go/…/"),
        ("/new/drakon/", "/new/drakon/"),
    ],
)
def test_the_log_holds_no_link_that_opens_anything(path: str, logged: str):
    try:
        raise ValueError(path)
    except ValueError:
        failed = sys.exc_info()
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Conflict: %s", (path,), failed)
    text = logs.Plain("{message}", style="{").format(record)
    assert text.startswith(f"Conflict: {logged}\n")
    assert text.endswith(f"ValueError: {logged}")


def test_no_address_of_the_portal_brings_its_word_into_the_log():
    """Whatever holds a word that opens something: an address that is added is looked at too."""
    word = "QYRoMuGCrZSq-uGO_2op0Q"
    found = [
        re.sub(r"<(?:token|str):\w+>", word, str(entry.pattern))
        for entry in (*urls.urlpatterns, *urls.websocket_urlpatterns)
    ]
    secret = [f"/{path}" for path in found if word in path]
    assert len(secret) > 30
    for path in secret:
        record = logging.LogRecord("django.request", logging.WARNING, "", 0, "Conflict: %s", (path,), None)
        assert word not in logs.Plain("{message}", style="{").format(record), path

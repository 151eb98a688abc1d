"""What a device keeps: the manifest and its icons, the service worker with its page; and what a proxy keeps of us."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import resolve

from portal.views import alone

pytestmark = pytest.mark.django_db

NAMES = {"en": "Dragon tables", "es": "Mesas de dragones", "pt-br": "Mesas de dragões"}
HEADINGS = {"en": "No way through just now", "es": "Ahora no hay paso", "pt-br": "Agora não há passagem"}


def picture(address: str) -> bytes:
    found = finders.find(address.removeprefix(settings.STATIC_URL))
    assert isinstance(found, str), address
    return Path(found).read_bytes()


@pytest.mark.parametrize("language", NAMES)
def test_the_manifest_is_whole_and_in_the_reader_s_language(client: Client, language: str):
    answer = client.get("/manifest.webmanifest", headers={"accept-language": language})
    assert answer["Content-Type"] == "application/manifest+json"
    said = json.loads(answer.content)
    assert (said["name"], said["lang"]) == (NAMES[language], language)
    assert len(said["short_name"]) <= 12
    assert said["description"]
    assert (said["start_url"], said["scope"], said["display"]) == ("/", "/", "standalone")
    assert re.fullmatch("#[0-9a-f]{6}", said["theme_color"])
    for shortcut in said["shortcuts"]:
        assert shortcut["name"]
        assert resolve(shortcut["url"])


def test_the_manifest_follows_a_chosen_language(client: Client):
    client.post("/i18n/setlang/", {"language": "es", "next": "/"})
    answer = client.get("/manifest.webmanifest", headers={"accept-language": "en"})
    assert json.loads(answer.content)["name"] == NAMES["es"]
    assert "use-credentials" in client.get("/").content.decode(), "it is asked for with cookies"


def test_the_icons_are_there_in_the_sizes_they_say(client: Client):
    icons = json.loads(client.get("/manifest.webmanifest").content)["icons"]
    for icon in icons:
        content = picture(icon["src"])
        if icon["type"] == "image/svg+xml":
            assert content.startswith(b"<svg")
            continue
        assert content.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", content[16:24])) == icon["sizes"]
    assert {icon["sizes"] for icon in icons} >= {"192x192", "512x512", "any"}
    assert any(icon.get("purpose") == "maskable" for icon in icons)


def test_a_page_names_manifest_icon_and_both_colours(client: Client):
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest"' in page
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch
    assert picture(touch[1]).startswith(b"\x89PNG")
    assert len(re.findall('<meta name="theme-color"', page)) == 2


@pytest.mark.parametrize(("theme", "colours"), [("dark", {"#2d1f17"}), ("light", {"#eadbb9"})])
def test_a_chosen_theme_colours_the_browser_too(client: Client, theme: str, colours: set[str]):
    client.post("/theme/", {"theme": theme})
    page = client.get("/").content.decode()
    assert set(re.findall(r'<meta name="theme-color"[^>]* content="([^"]+)"', page)) == colours


@pytest.mark.parametrize("language", HEADINGS)
def test_the_worker_brings_its_page_in_the_language_of_the_page_that_asks(client: Client, language: str):
    page = client.get("/", headers={"accept-language": language}).content.decode()
    address = re.search(r'data-worker="([^"]+)"', page)
    assert address
    worker = client.get(address[1], headers={"accept-language": "en"}).content.decode()
    given = json.loads(worker.splitlines()[0].removeprefix("const OFFLINE = ").removesuffix(";"))
    assert HEADINGS[language] in given["page"]
    assert f'<html lang="{language}">' in given["page"]
    assert client.get("/sw.js?language=xx", headers={"accept-language": language}).content.decode() == worker


def test_the_worker_is_sent_again_only_when_it_has_changed(client: Client):
    first = client.get("/sw.js?language=es")
    assert client.get("/sw.js?language=es", headers={"if-none-match": first["ETag"]}).status_code == 304
    assert client.get("/sw.js?language=en", headers={"if-none-match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("make", [lambda: alone.offline("en"), alone.maintenance])
def test_a_page_that_stands_alone_needs_nothing_else_and_its_policy_lets_it_run(make: Callable[[], str]):
    page = make()
    for kind in ("style", "script"):
        found = re.search(f"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert found
        digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in alone.policy()
    assert not re.findall(r'(?:src|href)="(?!/"|"|#|data:)[^"]*"', page)
    assert "url(" not in page


def test_the_page_for_the_proxy_is_kept_up_to_date_and_speaks_every_language():
    kept = (settings.BASE_DIR / "deploy" / "maintenance.html").read_text(encoding="utf-8")
    style = re.compile("<style>.*?</style>", re.DOTALL)  # may lag behind
    assert style.sub("", kept) == style.sub("", alone.maintenance()), (
        "run `manage.py maintenance`, and commit what it writes"
    )
    for code, _name in settings.LANGUAGES:
        assert f'<div class="lone-words" lang="{code}"' in kept

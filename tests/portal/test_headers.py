"""Cookies that no script reads and no other site's form sends, and headers that keep pages out of frames."""

from __future__ import annotations

from typing import Any

import pytest
from django.http.cookie import SimpleCookie

from portal import access
from tests.portal.cast import Browser, Cast

pytestmark = pytest.mark.django_db


def cookies_of() -> SimpleCookie:
    """Every cookie that a browser gets that opens a table, changes light and language, knocks at the staff."""
    browser = Browser()
    browser.post("/new/drakon/", {"size": "2", "pace": "live"})
    browser.post("/theme/", {"theme": "dark"})
    browser.post("/i18n/setlang/", {"language": "es"})
    browser.get("/admin/login/")
    return browser.client.cookies


def test_cookies_are_for_our_server_alone_and_come_with_no_other_site_s_form():
    cookies = cookies_of()
    assert {access.COOKIE, "csrftoken", "django_language"} <= set(cookies)
    for name, cookie in cookies.items():
        assert cookie["samesite"] == "Lax", name
        assert cookie["httponly"] or name == "theme", f"a script can read {name}"


def test_in_production_no_cookie_goes_over_plain_http(settings: Any):
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE"):
        setattr(settings, name, True)
    for name, cookie in cookies_of().items():
        assert cookie["secure"], name


@pytest.mark.parametrize("address", ["/", "/me/", "/new/drakon/", "/no-such-page/", "/admin/login/"])
def test_pages_stay_out_of_frames_and_say_nothing_of_where_one_came_from(cast: Cast, address: str):
    headers = cast.cy.get(address).response.headers
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy and "form-action 'self'" in policy
    assert "unsafe" not in policy

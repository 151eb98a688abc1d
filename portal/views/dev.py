"""Mails as files, readable in the browser: for developers only, absent in production."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

LOOPBACK = ("127.0.0.1", "::1")
"""Who may read: this machine. The mails hold links that stand for people."""
SHOWN = 50
"""Mails on the page, the newest first."""


@dataclass(frozen=True)
class Mail:
    """A mail as its reader would see it, in plain text."""

    to: str
    subject: str
    date: str
    text: str


def _mails(folder: Path) -> Iterator[Mail]:
    """The mails in the folder, newest first; Django's file backend parts those of one file by a line of dashes."""
    files = sorted(folder.glob("*.log"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for file in files:
        for raw in reversed(file.read_bytes().split(b"\n" + b"-" * 79 + b"\n")):
            if raw.strip():
                yield _read(raw.lstrip())


def _read(raw: bytes) -> Mail:
    message = BytesParser(EmailMessage, policy=policy.default).parsebytes(raw)
    body = message.get_body(("plain",))
    return Mail(
        str(message["To"]), str(message["Subject"]), str(message["Date"]), body.get_content() if body else ""
    )


@never_cache
@require_safe
def mail(request: HttpRequest) -> HttpResponse:
    """The last mails that this portal would have sent."""
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    if settings.PRODUCTION or not folder or request.META.get("REMOTE_ADDR") not in LOOPBACK:
        raise Http404
    mails = []
    for one in _mails(Path(folder)):
        mails.append(one)
        if len(mails) >= SHOWN:
            break
    return render(request, "dev_mail.html", {"mails": mails})

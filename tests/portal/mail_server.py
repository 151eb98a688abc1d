"""A real mail server in a thread, that refuses whom and when it is told to."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller
from django.conf import LazySettings


@dataclass
class MailServer:
    """What came in, and what is answered for an address instead of taking its mail; an answer is used once each."""

    mails: list[EmailMessage] = field(default_factory=list)
    to: list[str] = field(default_factory=list)
    answers: dict[str, list[str]] = field(default_factory=dict)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        waiting = self.answers.get(address, [])
        if waiting:
            return waiting.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.to += envelope.rcpt_tos
        return "250 OK"

    @property
    def subjects(self) -> list[str]:
        return [str(one["Subject"]) for one in self.mails]


@contextmanager
def mail_server(settings: LazySettings) -> Iterator[MailServer]:
    """Mails go there meanwhile."""
    server = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(server, hostname="127.0.0.1", port=port)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    try:
        yield server
    finally:
        controller.stop()

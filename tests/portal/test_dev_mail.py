"""/dev/mail/: where a developer reads what would have been sent."""

import pytest
from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.filebased import EmailBackend

from tests.portal.cast import Cast

pytestmark = pytest.mark.django_db


def keep(folder: str, subject: str, text: str) -> None:
    mail = EmailMultiAlternatives(subject, text, to=["ana@example.org"])
    mail.attach_alternative(f"<p>{text}</p>", "text/html")
    EmailBackend(file_path=folder).send_messages([mail])


def test_kept_mails_are_shown_with_links_to_follow(cast: Cast, settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path)
    keep(str(tmp_path), "Drakon con Ana ñ 🐉", "Your seat: http://localhost:8000/t/abc/ <b>x</b>")
    page = cast.ana.client.get("/dev/mail/")
    assert page.status_code == 200
    shown = page.content.decode()
    assert "Drakon con Ana ñ 🐉" in shown
    assert '<a href="http://localhost:8000/t/abc/"' in shown
    assert "<b>x</b>" not in shown


def test_without_mails_the_page_says_so(cast: Cast, settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path / "none")
    assert "No mail yet." in cast.ana.client.get("/dev/mail/").content.decode()


def test_in_production_there_is_no_such_page(cast: Cast, settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path)
    settings.PRODUCTION = True
    assert cast.ana.client.get("/dev/mail/").status_code == 404


def test_another_machine_reads_nothing(cast: Cast, settings, tmp_path):
    settings.EMAIL_FILE_PATH = str(tmp_path)
    assert cast.ana.client.get("/dev/mail/", REMOTE_ADDR="192.0.2.7").status_code == 404

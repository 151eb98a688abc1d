"""Production refuses to start on what is missing or weak, and says what to do about it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
GOOD = {
    "PRODUCTION": "1",
    "SECRET_KEY": "k3Yx9Qw7Zr5Tt1Uv8Bn6Mm4Ll2Pp0Oo-AaSsDdFfGgHhJjKkEeRr_zZ",
    "DATABASE_URL": "postgresql://dragons:secret@db.example/dragons",
    "REDIS_URL": "redis://redis.example:6379/0",
    "ALLOWED_HOSTS": "dragons.example",
    "SITE_URL": "https://dragons.example",
    "EMAIL_URL": "smtp+tls://dragons:secret@mail.example:587",
}


def read_settings(env: dict[str, str], show: str = "''") -> "subprocess.CompletedProcess[str]":
    """Import the settings in a fresh process that knows only `env`."""
    return subprocess.run(
        [sys.executable, "-c", f"from portal import settings; print({show})"],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"], **env},
        capture_output=True,
        text=True,
        timeout=30,
    )


def test_complete_settings_are_accepted_and_safe():
    show = (
        "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_SSL_REDIRECT,"
        "settings.SECURE_HSTS_SECONDS > 0, settings.DEBUG, settings.DATABASES['default']['OPTIONS']['pool']['timeout']"
    )
    done = read_settings(GOOD, show)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "True True True True False 10"


@pytest.mark.parametrize(
    "name", ["SECRET_KEY", "DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS", "SITE_URL", "EMAIL_URL"]
)
def test_a_missing_variable_is_named_with_the_mend(name: str):
    done = read_settings({key: value for key, value in GOOD.items() if key != name})
    assert done.returncode != 0
    assert f"ImproperlyConfigured: {name} is not set. Set it to" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("SECRET_KEY", "too-short-1234567890", "SECRET_KEY is too weak"),
        ("SECRET_KEY", "ab" * 40, "SECRET_KEY is too weak"),
        ("ALLOWED_HOSTS", "*", "ALLOWED_HOSTS may not contain *"),
        ("SITE_URL", "http://dragons.example", "SITE_URL must begin with https://"),
        ("SITE_URL", "dragons.example", "it needs http:// or https://"),
        ("DEBUG", "1", "DEBUG shows the server's inside"),
    ],
)
def test_a_weak_value_is_refused(name: str, value: str, sentence: str):
    done = read_settings({**GOOD, name: value})
    assert done.returncode != 0
    assert sentence in done.stderr
    # The value itself may be a secret, and logs are read by many.
    assert name != "SECRET_KEY" or value not in done.stderr.splitlines()[-1]


def test_development_makes_its_own_key_once_and_keeps_it_private():
    env = {key: value for key, value in GOOD.items() if key not in {"PRODUCTION", "SECRET_KEY"}}
    first, second = (read_settings(env, "settings.SECRET_KEY") for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert len(first.stdout.strip()) >= 50
    assert first.stdout == second.stdout
    assert (PROJECT / ".local" / "secret_key").stat().st_mode & 0o077 == 0


def test_a_key_for_pushes_must_be_one():
    done = read_settings({**GOOD, "VAPID_PRIVATE_KEY": "short"})
    assert done.returncode != 0
    assert "VAPID_PRIVATE_KEY is no key of 32 bytes. Set it to" in done.stderr


def test_in_production_there_is_no_push_without_a_key_of_its_own():
    assert read_settings(GOOD, "settings.VAPID_PRIVATE_KEY == ''").stdout.strip() == "True"
    key = "A" * 42 + "E"
    show = "settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT, settings.PUSH_ANYWHERE"
    done = read_settings({**GOOD, "VAPID_PRIVATE_KEY": f"{key}="}, show)
    assert done.stdout.split() == [key, "mailto:noreply@dragons.example", "False"]

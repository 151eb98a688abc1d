"""Settings of the portal, all from the environment; docs/deploy.md lists the variables.

Three ways to run: `make play` and the tests (nothing to set), DEBUG=1 (tracebacks, unhashed static files), and
PRODUCTION=1, which refuses to start on anything missing or weak, with a sentence that says how to mend it.
"""

import os
import re
import secrets
from collections.abc import Callable
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from celery.schedules import crontab
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL = BASE_DIR / ".local"

env = environ.Env()
PRODUCTION: bool = env.bool("PRODUCTION", default=False)
if not PRODUCTION and (LOCAL / "env").exists():
    # Written by `make play`: commands in a second terminal find its servers. The real environment wins.
    env.read_env(LOCAL / "env")
DEBUG: bool = env.bool("DEBUG", default=False)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured(
        "DEBUG shows the server's inside to everybody: leave it off when PRODUCTION is on."
    )


def _needed(name: str, development: str, how: str) -> str:
    """A variable that production must set; `how` says what to put there."""
    value: str = env.str(name, default="")
    if value:
        return value
    if PRODUCTION:
        raise ImproperlyConfigured(f"{name} is not set. {how}")
    return development


# --- Secrets -----------------------------------------------------------------------------------------------------

_KEY_HOW = (
    "Set it to at least 50 random characters, for instance the output of "
    "`python -c 'import secrets; print(secrets.token_urlsafe(60))'`, and keep it: it signs every seat's cookie."
)


def _kept(name: str, make: Callable[[], str]) -> str:
    """A secret of this folder, made once and readable by its owner only: for development."""
    path = LOCAL / name
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        LOCAL.mkdir(exist_ok=True)
    # Written aside and linked into place: of two processes starting at once, both read the winner's whole key.
    fresh = LOCAL / f"{name}.{os.getpid()}"
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(make())
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    return path.read_text().strip()


SECRET_KEY: str = env.str("SECRET_KEY", default="")
if PRODUCTION:
    if not SECRET_KEY:
        raise ImproperlyConfigured(f"SECRET_KEY is not set. {_KEY_HOW}")
    if len(SECRET_KEY) < 50 or len(set(SECRET_KEY)) < 16 or SECRET_KEY.startswith("django-insecure"):
        raise ImproperlyConfigured(f"SECRET_KEY is too weak. {_KEY_HOW}")
elif not SECRET_KEY:
    SECRET_KEY = _kept("secret_key", lambda: secrets.token_urlsafe(60))
# Old keys, comma separated, still accepted while browsers get cookies signed with the new one.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", default=[])

# --- Addresses ---------------------------------------------------------------------------------------------------

SITE_URL = _needed(
    "SITE_URL",
    "http://localhost:8000",
    "Set it to the address people type, for instance https://dragons.example.",
).rstrip("/")
_site = urlsplit(SITE_URL)
if _site.scheme not in {"http", "https"} or not _site.netloc or _site.path:
    raise ImproperlyConfigured(
        f"SITE_URL is {SITE_URL!r}: it needs http:// or https://, a host, and no path."
    )
if PRODUCTION and _site.scheme != "https":
    raise ImproperlyConfigured(
        "SITE_URL must begin with https:// in production: cookies travel encrypted only."
    )
ALLOWED_HOSTS: list[str] = [
    host.strip()
    for host in _needed(
        "ALLOWED_HOSTS",
        "localhost,127.0.0.1,[::1]",
        "Set it to the host names people use, comma separated, for instance dragons.example.",
    ).split(",")
]
if PRODUCTION and "*" in ALLOWED_HOSTS:
    raise ImproperlyConfigured(
        "ALLOWED_HOSTS may not contain * in production: name the hosts, comma separated."
    )
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", default=[SITE_URL])
# Set when, and only when, a proxy of yours stands before every request and sets X-Forwarded-Proto and
# X-Forwarded-For itself: clients could forge both otherwise.
TRUSTED_PROXY: bool = env.bool("TRUSTED_PROXY", default=False)
if TRUSTED_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# Requests let into Django at once, for each web process; see portal/asgi.py.
WEB_REQUESTS_AT_ONCE: int = env.int("WEB_REQUESTS_AT_ONCE", default=2)

# One live table a browser (in production also a network address), and so many unfinished ones over days for a guest and
# for a confirmed e-mail address. Staff may open as many as they like. See portal/opening.py.
OPENING_LIMITS: bool = env.bool("OPENING_LIMITS", default=True)
LIVE_TABLES_BY_ADDRESS: bool = env.bool("LIVE_TABLES_BY_ADDRESS", default=PRODUCTION)
TABLES_OVER_DAYS: int = env.int("TABLES_OVER_DAYS", default=3)
TABLES_OVER_DAYS_CONFIRMED: int = env.int("TABLES_OVER_DAYS_CONFIRMED", default=20)

# --- What is installed -------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "template_partials",
    "portal",
]

# GZip stands after the static files, which are compressed beforehand, and before everything that makes text.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "portal.middleware.StaticFiles",
    "django.middleware.gzip.GZipMiddleware",
    "portal.middleware.ContentPolicy",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "portal.middleware.Zone",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "portal.middleware.Banned",
    "portal.middleware.Unavailable",
]

# Who watches the product by program: `Authorization: Bearer …` opens /admin/status/ (as JSON) and /metrics to it.
MONITORING_TOKEN: str = env.str("MONITORING_TOKEN", default="")
# Figures for Prometheus at /metrics, counted by each web process for itself.
METRICS: bool = env.bool("METRICS", default=False)
if (METRICS or MONITORING_TOKEN) and len(MONITORING_TOKEN) < 20:
    raise ImproperlyConfigured(
        "MONITORING_TOKEN is too short, and METRICS needs it: set it to at least 20 random characters, which are sent"
        " as `Authorization: Bearer …`."
    )
if METRICS:
    INSTALLED_APPS.append("django_prometheus")
    MIDDLEWARE.insert(0, "django_prometheus.middleware.PrometheusBeforeMiddleware")
    MIDDLEWARE.insert(-1, "django_prometheus.middleware.PrometheusAfterMiddleware")

ROOT_URLCONF = "portal.urls"
ASGI_APPLICATION = "portal.asgi.application"

# A game is a folder, not a Django app: its templates and static files are found here.
_GAMES = sorted(path.parent for path in (BASE_DIR / "games").glob("*/__init__.py"))
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates", *(game / "templates" for game in _GAMES)],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Database, Redis, task queue ---------------------------------------------------------------------------------

_database = _needed(
    "DATABASE_URL",
    "postgresql:///dragons",
    "Set it to PostgreSQL's address: postgresql://user:password@host/database.",
)
DATABASES: dict[str, dict[str, Any]] = {"default": env.db_url_config(_database)}
# Connections come from a pool and go back at the end of the request. A whole process makes do with four, since
# only so many requests run at once. Tests turn the pool off: a pooled connection would keep their database open.
DATABASE_POOL: bool = env.bool("DATABASE_POOL", default=True)
if DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["CONN_MAX_AGE"] = 0
    # Looked at when the pool hands it out: after a restart of PostgreSQL every kept connection is dead.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    if DATABASE_POOL:
        DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 4, "timeout": 10}
        # Connections of our own may keep plans (portal/prepared.py); a pooler in between would mix them up.
        DATABASES["default"]["OPTIONS"]["prepare_threshold"] = 5
        # Who holds a table for so long has got stuck: the few threads of a process must not all wait for that.
        DATABASES["default"]["OPTIONS"]["options"] = "-c lock_timeout=8s"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = _needed(
    "REDIS_URL",
    "redis://127.0.0.1:6379/0",
    "Set it to the address of Redis (6 or later) or Valkey: redis://user:password@host:6379/0.",
)
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cache",
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": "layer"},
    }
}

# Kombu's own spelling of a Unix socket.
CELERY_BROKER_URL = f"redis+socket://{REDIS_URL[7:]}" if REDIS_URL.startswith("unix://") else REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A task that a killed worker held comes back after the visibility timeout only, and one whose countdown is longer
# would run twice. So nothing may depend on either: deadlines are rows, and a sweep every few seconds is the truth.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600, "global_keyprefix": "celery:"}
CELERY_TASK_IGNORE_RESULT = True
# Two queues, each with a worker process of its own: ten slow mails must not delay a clock.
CELERY_TASK_QUEUES: dict[str, dict[str, str]] = {"clock": {}, "delivery": {}}
CELERY_TASK_DEFAULT_QUEUE = "delivery"
CELERY_TASK_ROUTES = {
    "portal.tasks.sweep_clocks": {"queue": "clock"},
    "portal.tasks.sweep_tables": {"queue": "clock"},
    "portal.tasks.purge": {"queue": "delivery"},
    "portal.tasks.sweep_notices": {"queue": "delivery"},
    "portal.tasks.sweep_digests": {"queue": "delivery"},
    "portal.tasks.sweep_pushes": {"queue": "delivery"},
}
CELERY_TASK_CREATE_MISSING_QUEUES = False
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
# Every entry needs "expires" (seconds, at most its own interval) in its options: after an outage the queue would
# otherwise be full of old sweeps, all of which run.
CELERY_BEAT_SCHEDULE: dict[str, dict[str, Any]] = {
    "clocks": {"task": "portal.tasks.sweep_clocks", "schedule": 2, "options": {"expires": 2}},
    "purge": {
        "task": "portal.tasks.purge",
        "schedule": crontab(hour=4, minute=10),
        "options": {"expires": 3600},
    },
    "tables": {"task": "portal.tasks.sweep_tables", "schedule": 60, "options": {"expires": 60}},
    "notices": {"task": "portal.tasks.sweep_notices", "schedule": 10, "options": {"expires": 10}},
    "digests": {"task": "portal.tasks.sweep_digests", "schedule": 60, "options": {"expires": 60}},
    "pushes": {"task": "portal.tasks.sweep_pushes", "schedule": 5, "options": {"expires": 5}},
}

# --- Languages and times -----------------------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("pt-br", _("Brazilian Portuguese"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PRODUCTION
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files ------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [
    folder for folder in (BASE_DIR / "static", *(game / "static" for game in _GAMES)) if folder.is_dir()
]
# On once `collectstatic` has run: hashed names, cached for ever, compressed. Off: straight from the folders.
STATIC_COLLECTED: bool = env.bool("STATIC_COLLECTED", default=PRODUCTION)
# Without a collection there is no root: yesterday's files must not be served in place of today's sources.
STATIC_ROOT: str | None = env.str("STATIC_ROOT", default=str(LOCAL / "static")) if STATIC_COLLECTED else None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "whitenoise.storage.CompressedManifestStaticFilesStorage"
            if STATIC_COLLECTED
            else "django.contrib.staticfiles.storage.StaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = not STATIC_COLLECTED
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- Mail --------------------------------------------------------------------------------------------------------

# In development mails are kept as files.
_email = _needed(
    "EMAIL_URL",
    f"filemail:///{LOCAL / 'mail'}",
    "Set it to your mail server, for instance smtp+tls://user:password@mail.example:587.",
)
vars().update(env.email_url_config(_email))
DEFAULT_FROM_EMAIL: str = env.str("DEFAULT_FROM_EMAIL", default=f"Dragon tables <noreply@{_site.hostname}>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_TIMEOUT = 10

# --- Web push ----------------------------------------------------------------------------------------------------

_VAPID_HOW = (
    "Set it to 32 random bytes in URL-safe base64, for instance the output of "
    "`python -c 'import secrets; print(secrets.token_urlsafe(32))'`, and keep it: "
    "browsers take pushes from no other key."
)
# Off in production unless set.
VAPID_PRIVATE_KEY: str = env.str("VAPID_PRIVATE_KEY", default="").rstrip("=")
if VAPID_PRIVATE_KEY and not re.fullmatch(r"[A-Za-z0-9_-]{43}", VAPID_PRIVATE_KEY):
    raise ImproperlyConfigured(f"VAPID_PRIVATE_KEY is no key of 32 bytes. {_VAPID_HOW}")
if not (VAPID_PRIVATE_KEY or PRODUCTION):
    VAPID_PRIVATE_KEY = _kept("vapid_key", lambda: secrets.token_urlsafe(32))
# Whom a push service may write to when something is wrong with our pushes.
VAPID_CONTACT: str = env.str("VAPID_CONTACT", default=f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}")
# For tests: push also to hosts that are not on the web, and unencrypted.
PUSH_ANYWHERE = False

# --- Security ----------------------------------------------------------------------------------------------------

_socket_origin = SITE_URL.replace("http", "ws", 1)
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        # Older browsers do not take 'self' for sockets of the same host.
        "connect-src": ["'self'", _socket_origin],
        "img-src": ["'self'", "data:"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = PRODUCTION
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT: bool = env.bool("SECURE_SSL_REDIRECT", default=PRODUCTION)
SECURE_REDIRECT_EXEMPT = [r"^health/$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
# The longest thing anybody posts is the text of a record (portal/importing.py); a browser makes two characters of a
# line end.
DATA_UPLOAD_MAX_MEMORY_SIZE = 320 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
FILE_UPLOAD_HANDLERS = [
    "portal.uploads.Bounded",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]

# --- Log ---------------------------------------------------------------------------------------------------------

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"()": "portal.logs.Plain", "fmt": "{asctime} {levelname} {name}: {message}", "style": "{"}
    },
    "handlers": {
        "out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "plain"}
    },
    "root": {"handlers": ["out"], "level": env.str("LOG_LEVEL", default="INFO")},
    "loggers": {
        # Django's own handlers would mail or repeat the same lines.
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # Daphne's server announces every step of its start.
        "daphne": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        "celery.beat": {"level": "WARNING"},
    },
}

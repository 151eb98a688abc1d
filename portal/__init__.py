"""The portal: tables, seats, clocks, notices and pages around the games."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]

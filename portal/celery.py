"""The Celery application. Tasks live in portal/tasks.py; settings name each one's queue (CELERY_TASK_ROUTES)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")

app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

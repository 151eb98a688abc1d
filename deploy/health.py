"""Exit code 0 if the web process of this container answers, with its database and Redis: for HEALTHCHECK."""

import os
import sys
import urllib.request

host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip()
request = urllib.request.Request("http://127.0.0.1:8000/health/", headers={"Host": host})
try:
    with urllib.request.urlopen(request, timeout=4) as answer:  # noqa: S310 - a fixed address
        sys.exit(answer.status != 200)
except OSError as error:
    sys.exit(f"no answer: {error}")

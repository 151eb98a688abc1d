"""Pages: they ask `access` who is there, call services, and render templates."""

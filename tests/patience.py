"""How long tests wait for what must happen."""

PATIENCE = 60
"""Seconds, on the busiest machine. Only a test that fails waits so long; none asks how long something took."""

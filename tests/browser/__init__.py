"""Tests that drive a real Chromium against a real Daphne, worker and beat."""

"""Everything that must stay true; see docs/architecture.md for what stands where."""

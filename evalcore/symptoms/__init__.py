"""Patterns over cases and runs: one file a symptom, read together as one table."""

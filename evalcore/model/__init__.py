"""Frozen values that everything speaks in."""

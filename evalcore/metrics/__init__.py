"""Measures over arrays, all cases at once: one file a family."""

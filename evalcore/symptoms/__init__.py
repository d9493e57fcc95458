"""Patterns over cases and runs that point at chapters: one file a symptom."""

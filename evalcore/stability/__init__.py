"""Repetition: votes, agreement, and what a single sample costs."""

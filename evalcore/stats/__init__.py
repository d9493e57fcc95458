"""Intervals and tests; every random draw takes a seeded Generator."""

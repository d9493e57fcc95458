"""Runs on disk: one SQLite file, written whole or not at all."""

"""Corpora cut anew, and every automatic anchor held against the place where its quote stood."""

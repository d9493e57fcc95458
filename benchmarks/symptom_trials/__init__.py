"""Runs whose failures are drawn by a known law, and what the symptom table says of them."""

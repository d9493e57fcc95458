"""Judges: what asks a model for verdicts on answers, and reads its replies strictly."""

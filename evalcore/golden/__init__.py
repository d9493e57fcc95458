"""The golden set itself: its health, and what can be trusted of it."""

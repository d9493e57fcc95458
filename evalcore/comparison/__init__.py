"""What changed between two runs; pure values in, pure values out. Start at ``compare``."""

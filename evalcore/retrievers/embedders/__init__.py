"""Ways to turn texts into vectors: one Protocol, one embedder a file."""

"""Two runs side by side: what changed, by how much, and what pushed it."""

"""Unbury finds the truth your index buried: it examines retrieval and says whether to deploy."""

__version__ = "0.1.0"

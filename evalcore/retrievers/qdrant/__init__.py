"""Qdrant: server or local mode, dense, sparse and hybrid."""

"""The index without a server: BM25 and exact vectors over the manifest, in process."""

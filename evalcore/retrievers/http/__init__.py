"""A search service over HTTP: URL template, field map, bounded retries."""

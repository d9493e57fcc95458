"""Elasticsearch and OpenSearch: words, vectors, both, or any query body."""

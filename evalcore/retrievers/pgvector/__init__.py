"""PostgreSQL with pgvector: exact and approximate vectors, full text, both."""

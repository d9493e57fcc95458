"""What the retrievers over vector databases and search engines share."""

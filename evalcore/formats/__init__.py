"""Files that people bring: read whole, refused with every error at once."""

"""Ways to ask an index: one Protocol, one adapter a file."""

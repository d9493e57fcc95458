"""One command a file; the same plain function is the library call."""

"""Screen-ready sentences, tables and figures; no input or output."""

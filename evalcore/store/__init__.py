"""The database file: whole runs or none, contents kept once, readers that cannot write."""

from evalcore.store.reader import Reader, open_reader
from evalcore.store.writer import Store, open_store

__all__ = ["Reader", "Store", "open_reader", "open_store"]

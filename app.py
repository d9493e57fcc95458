"""The dashboard's door: navigation only. Start it with ``unbury serve``."""

from pages.ui import nav

nav.entry().run()

"""``python -m evalcore``: the same as ``unbury``."""

from evalcore.cli.main import main

main()

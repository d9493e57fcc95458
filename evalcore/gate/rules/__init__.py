"""One rule of the gate a file; the registry names them in order."""

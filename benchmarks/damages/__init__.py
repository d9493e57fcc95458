"""Damages of known kind, done to a healthy index, to examine the diagnosis with."""

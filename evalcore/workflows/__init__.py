"""The main jobs, each a function that returns a value: the only place where everything meets."""

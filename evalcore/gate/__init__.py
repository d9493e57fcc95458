"""The gate: one file a rule, and the verdict they add up to."""

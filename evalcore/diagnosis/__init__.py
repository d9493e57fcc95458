"""The ordered diagnosis of a failed case: one probe a file, and the trail they leave."""

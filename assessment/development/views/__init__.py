"""Pages of question development."""

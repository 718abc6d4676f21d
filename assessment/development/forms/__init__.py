"""Forms of question development."""

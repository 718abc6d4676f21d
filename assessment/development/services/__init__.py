"""Writes of question development."""

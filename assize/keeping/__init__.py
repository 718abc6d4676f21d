"""Keeps an installation: its tables, backup, restore, and the check of both. docs/backup.md is its manual."""

"""Backup, restore, first starts and updates of an installation."""

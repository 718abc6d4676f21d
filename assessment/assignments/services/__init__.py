"""Writes of who judges what."""

"""Reads of who judges what."""

"""Writes of the studies app."""

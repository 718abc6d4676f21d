"""Reads of the campaigns app, and access to its rows."""

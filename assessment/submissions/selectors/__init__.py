"""Reads of the submissions app, and access to its rows, one module for each kind of page."""

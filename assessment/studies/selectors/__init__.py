"""Reads of the studies app, one module for each page or file."""

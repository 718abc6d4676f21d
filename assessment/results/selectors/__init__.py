"""Reads of the results app, one module for each page or file."""

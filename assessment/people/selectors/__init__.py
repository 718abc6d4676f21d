"""Reads of the people app, and what an account may do."""

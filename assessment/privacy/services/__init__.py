"""Removing what names a person."""

"""Answers that are places on a page."""

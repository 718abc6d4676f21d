"""Writes of adjudicators."""

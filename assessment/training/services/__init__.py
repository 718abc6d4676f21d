"""Writes of training."""

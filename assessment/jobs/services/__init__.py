"""Asking for long work, and doing it."""

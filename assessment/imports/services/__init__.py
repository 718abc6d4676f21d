"""Judgments from files: read, checked, stored in steps, taken back."""

"""Writes of the results app: freezing, scoring, releasing, bundles."""

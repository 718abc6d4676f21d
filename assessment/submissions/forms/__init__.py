"""Forms of the submissions app."""

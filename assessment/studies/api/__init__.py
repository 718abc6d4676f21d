"""The API of the studies app."""

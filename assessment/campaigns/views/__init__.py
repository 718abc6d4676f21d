"""Pages of the campaigns app."""

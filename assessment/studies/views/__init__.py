"""Pages of the studies app."""

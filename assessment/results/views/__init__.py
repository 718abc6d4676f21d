"""Pages of the results app."""

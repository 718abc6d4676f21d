"""Every write of the notices app."""

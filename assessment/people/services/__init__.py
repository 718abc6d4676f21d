"""Every write of the people app."""

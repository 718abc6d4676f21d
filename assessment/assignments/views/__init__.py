"""Pages of who judges what, and how far it is."""

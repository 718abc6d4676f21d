"""What all views of the API stand on: whose token it is, pages of lists, repeats, limits."""

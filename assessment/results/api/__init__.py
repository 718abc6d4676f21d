"""Results in the API: scores and their versions, what can be taken away, and the release."""

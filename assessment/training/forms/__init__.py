"""Forms of training."""

"""Natural Questions: reading its questions and predictions."""

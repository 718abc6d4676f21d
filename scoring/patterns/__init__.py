"""Answer patterns: regular expressions by question as a judge of answers, read, matched within limits, and written."""

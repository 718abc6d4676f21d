"""Judging by programs: what one has to judge, what one says of it, and the end of a question."""

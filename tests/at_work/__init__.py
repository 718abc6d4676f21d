"""People at work: an installation with open browsers, assessors who judge, and jobs beside them. See day.py."""

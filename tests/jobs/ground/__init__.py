"""A site with jobs that only write rows, for processes that the tests kill."""

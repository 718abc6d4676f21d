"""Submissions in the API: runs and pools, teams."""

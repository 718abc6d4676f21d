"""Campaigns in the API: themselves with their questions and settings, the files imported into them, their people."""

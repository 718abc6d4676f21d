"""Tests of the studies of rankings."""

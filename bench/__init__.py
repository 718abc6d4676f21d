"""Benchmarks: `make bench` prints a table and writes bench-results/latest.json. Nothing here fails on a slow machine."""

"""Reads declarations of evaluations: TOML, checked whole, with the line of each problem. Nothing in it is ever run."""

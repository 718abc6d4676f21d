"""The demo: a small campaign of each track, made by the commands and services that people use."""

"""Adjudication by programs: disputed items and the decisions on them, answer classes, clear majorities."""

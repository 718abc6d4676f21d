"""The tables of an overview paper: questions, pools, agreement, leaderboards, annotations, out of one evaluation.

Each is one function of a `Scored` evaluation, and None where an evaluation has nothing of the kind. `every.py` lists them all;
`writers.py` makes HTML, CSV or LaTeX of any. They are files, and in English, as the papers are (docs/report.md).
"""

"""The only place that decides what HTML survives. Plain Python without Django, so that it can run in a process of its own.

Whatever a page holds, what comes out consists of the tags and attributes listed in `allowed`, written by `clean`, and
of text without `<`. What a parser makes of it once more is the same again, or the page is shown as text.
"""

"""Sentences of the package: English, until somebody speaks for it."""

from scoring import say as speech


def test_sentences_are_english_with_counts_as_people_write_them() -> None:
    assert speech._in_english("Run {run} has {n} lines.", run="a1", n=12345) == "Run a1 has 12,345 lines."
    assert speech._in_english("a {brace}") == "a {brace}"
    assert speech._count_in_english("{n} line", "{n} lines", 1) == "1 line"
    assert speech._count_in_english("{n} line", "{n} lines", 2000) == "2,000 lines"


def test_another_may_speak_for_it() -> None:
    before = speech._say, speech._say_n
    try:
        speech.speak_with(lambda text, /, **values: text.upper(), lambda one, many, n, /, **values: many)
        assert speech.say("one run") == "ONE RUN"
        assert speech.say_n("a run", "runs", 1) == "runs"
    finally:
        speech.speak_with(*before)

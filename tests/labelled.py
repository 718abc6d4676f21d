"""An evaluation whose nuggets have labels in answers (support, partial support, none), for tests that need one."""

from dataclasses import replace

import pytest

from scoring import evaluations
from scoring.evaluations.own import declared
from scoring.tracks.base import Track

SLUG = "labelled"
DEFINITION = """title = "Labelled nuggets"
about = "How far does an answer hold the nuggets of its question?"

[questions]
reader = "table"

[runs]
reader = "lines"

[[type]]
name = "topic"
label = "Topic"
form = "nuggets"
cell_scale = "support"
nugget_words = 12
measures = ["v_strict", "a_strict", "v", "a", "w", "w_strict", "coverage"]
"""


def track() -> Track:
    """The evaluation, as one that is built in."""
    return replace(declared(DEFINITION), slug=SLUG)


def with_labelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be among the evaluations that are built in."""
    monkeypatch.setattr(evaluations, "TRACKS", {**evaluations.TRACKS, SLUG: track()})

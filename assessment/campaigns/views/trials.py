"""What the page of an evaluation shows of questions and a run that are tried by it."""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from django.http import HttpRequest

from assessment.campaigns.selectors.evaluations import ShownGroup, ShownKey, shown_line
from assessment.campaigns.services.source_files import SourceFile, source_of
from assessment.campaigns.services.trials import MOST, Sent, Subject, Trial, said_so_far, try_out
from assessment.shared.grades import grade_name, grade_tones, keys_of
from assessment.shared.say import say
from scoring.measures import find
from scoring.measures.base import Value
from scoring.records import Item, Problem, Question
from scoring.scales import CANNOT_JUDGE
from scoring.tracks.base import Track

FILES = ("questions", "run")
LISTED = 100  # problems of a file, and questions to choose from


class MeasureLine(NamedTuple):
    """What a measure comes to: for the run, and of the question in focus."""

    title: str
    of_run: Value
    of_question: Value  # None of measures that are not the question's own
    is_score: bool


class Focus(NamedTuple):
    """The answer in focus, as the parts of the judging page take it."""

    answer: str
    grade: str
    note: str


class TrialPage(NamedTuple):
    """A trial as the page shows it."""

    trial: Trial
    track: Track  # where parts of pages take the words of grades from
    reason: str  # that was typed

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with a file, as far as it is listed."""
        return list(self.trial.material.problems[:LISTED])

    @property
    def more(self) -> int:
        """How many more problems there are."""
        return max(len(self.trial.material.problems) - LISTED, 0)

    @property
    def warnings(self) -> list[Problem]:
        """What is to know of the files."""
        return list(self.trial.material.warnings[:LISTED])

    @property
    def questions(self) -> list[Question]:
        """The questions to choose from."""
        return self.trial.material.questions[:LISTED]

    @property
    def is_of_criteria(self) -> bool:
        """Whether criteria are labelled, and not nuggets."""
        question = self.trial.question
        return question is not None and self.trial.material.kinds[question.qid].form.has_criteria

    @property
    def unlisted(self) -> int:
        """How many more questions there are, which are scored all the same."""
        return max(len(self.trial.material.questions) - LISTED, 0)

    @property
    def keys(self) -> list[ShownKey]:
        """The grades with their keys."""
        return [ShownKey(*one) for one in keys_of(self.trial.scale).items()] if self.trial.scale else []

    @property
    def cannot_judge(self) -> str:
        """The grade that is none, where assessors may give it."""
        scale = self.trial.scale
        return CANNOT_JUDGE if scale and scale.cannot_judge else ""

    @property
    def now(self) -> Focus:
        """The answer in focus."""
        now = self.trial.now
        return Focus(now.item.answer if now else "", self.trial.grade, self.reason)

    @property
    def groups(self) -> list[ShownGroup]:
        """The answers to the question by documents."""
        question = self.trial.question
        items = self.trial.material.items[question.qid] if question else []
        tones = grade_tones([self.track])
        found = groupby(items, lambda item: item.docid)
        return [ShownGroup(docid, [self._line(item, tones) for item in its]) for docid, its in found]

    def _line(self, item: Item, tones: dict[str, str]) -> dict[str, str]:
        own = self.trial.material.of_items.get(item, [])
        now = self.trial.now or (own[0] if own else None)
        more = {"grade": "", "place": item.passage, "current": "1" if now and now.item == item else ""}
        if not self.trial.material.kinds[item.qid].scale:
            return shown_line(item.key, item.answer, "", self._done(own), **more)
        grade = self.trial.said.get(item.key, "")
        key = {one.grade: one.key for one in self.keys}.get(grade, "")
        label = f"{key} {grade_name(grade, self.track)}".strip() if grade else "—"
        return shown_line(item.key, item.answer, tones.get(grade, ""), label, **more | {"grade": grade})

    def _done(self, own: list[Subject]) -> str:
        """How many of the nuggets of an answer have a label, of all."""
        return f"{sum(one.key in self.trial.said for one in own)}/{len(own)}" if own else "—"

    @property
    def around(self) -> tuple[str, str]:
        """What is before and after the subject in focus."""
        keys = ["", *(one.key for one in self.trial.subjects), ""]
        place = keys.index(self.trial.now.key) if self.trial.now else 0
        return (keys[place - 1], keys[place + 1]) if place else ("", "")

    @property
    def judged(self) -> int:
        """How much of the question is judged."""
        return sum(one.key in self.trial.said for one in self.trial.subjects)

    @property
    def unjudged(self) -> int:
        """How many responses count as not correct because nobody judged them."""
        return self.trial.score.unjudged if self.trial.score else 0

    @property
    def bounds(self) -> dict[str, Value]:
        """What the score would be with all of them wrong, or right."""
        run = self.trial.score
        return {"low": run.low, "high": run.high} if run else {}

    @property
    def measures(self) -> list[MeasureLine]:
        """What the run comes to, its score first."""
        return sorted(self._measures(), key=lambda line: not line.is_score)

    def _measures(self) -> Iterator[MeasureLine]:
        score, question = self.trial.score, self.trial.question
        if score is None or question is None:
            return
        own = score.questions.get(question.qid, {})
        for name in self.track.measures:
            value = score.score if name == self.track.score else score.measures.get(name)
            known = find(name)
            yield MeasureLine(
                say(known.title) if known else name, value, own.get(name), name == self.track.score
            )


def trial_of(request: HttpRequest, track: Track | None, definition: str) -> TrialPage | None:
    """What was sent to be tried; None where nothing was, or where the evaluation is not whole."""
    post, sent = request.POST, Sent(given_file(request, "questions"), given_file(request, "run"))
    if track is None or sent.is_empty:
        return None
    if "take_back" in post:
        sent = sent._replace(take_back=True)
    elif "go" not in post:
        sent = sent._replace(grade=post.get("grade", ""), reason=post.get("reason", ""))
    now = post.get("go") or post.get("now", "")
    sent = sent._replace(said=said_so_far(post.get("said", "")), asked=post.get("asked", ""), now=now)
    return TrialPage(try_out(track, definition, sent), track, sent.reason)


def kept(request: HttpRequest, page: TrialPage | None) -> dict[str, str]:
    """What the next request is to bring back: what was said, and of what. It stays while a file cannot be read."""
    if page and page.trial.question:
        now = page.trial.now
        return {"said": json.dumps(dict(page.trial.said)), "now": now.key if now else ""}
    return {name: request.POST.get(name, "") for name in ("said", "now", "asked")}


def texts_of(request: HttpRequest) -> dict[str, str]:
    """What the fields of files show: what was typed, or what stands in a file that was chosen, where it is text."""
    return {name: _text(given_file(request, name).data) for name in FILES}


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return ""


def given_file(request: HttpRequest, name: str) -> SourceFile:
    """A file that was chosen, else what was typed."""
    if upload := request.FILES.get(f"{name}_file"):
        source = source_of(upload)
        return source if source.size > MOST else source.read()
    return SourceFile(name, request.POST.get(name, "").replace("\r\n", "\n").encode())

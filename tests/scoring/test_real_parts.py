"""Lists and nuggets of past evaluations, answered by made-up runs. Skipped where the files are absent.

The real runs hold factoids only, so a seeded generator writes list and Other responses from the real answers and nuggets.
Factoids are answered with NIL, which is right as long as no answer is known.
"""

import random
from fractions import Fraction

import pytest

from scoring import evaluations
from scoring.evaluate import Scorer
from scoring.evaluate.files import final_answers, pyramid
from scoring.evaluations import with_scales
from scoring.formats import answers, nuggets
from scoring.formats.folding import non_white
from scoring.records import (
    Evaluation,
    Item,
    Judgment,
    KnownAnswer,
    Match,
    Nugget,
    NuggetVote,
    Response,
    Run,
    Topics,
)
from scoring.tracks.base import Declaration, RunChecks
from tests.scoring.patterns import is_right, read_patterns
from tests.scoring.realdata import path, real

TRACK = evaluations.TRACKS["series2004"]
NOISE = "an answer that nobody was looking for"


class Year:
    """What is known of one evaluation."""

    def __init__(self, year: str, has_lists: bool, is_pyramid: bool) -> None:
        self.topics: Topics = TRACK.read_topics(real(f"{year}questions.xml"), "topics")[0]
        self.settings = {"other": "pyramid"} if is_pyramid else {}
        self.known: list[KnownAnswer] = []
        if has_lists:
            self.known = answers.read(real(f"{year}answers_list"), "answers", self.topics)[0]
        self.nuggets, self.votes = self._nuggets(year, is_pyramid)

    def _nuggets(self, year: str, is_pyramid: bool) -> tuple[list[Nugget], list[NuggetVote]]:
        if is_pyramid:
            return nuggets.read_pyramid(real(f"{year}answers_other_pyramid"), "pyramid", self.topics)[0]
        return nuggets.read(real(f"{year}answers_other"), "other", self.topics, "nist")[0]

    def run(self, tag: str, share: float) -> bytes:
        """A run that gives this share of all answers and nuggets, and one piece of noise a question."""
        chance, lines = random.Random(tag), []
        for question in self.topics.questions:
            if question.type == "FACTOID":
                lines.append(f"{question.qid} {tag} NIL")
                continue
            texts = [known.label for known in self.known if known.qid == question.qid]
            texts += [nugget.text for nugget in self.nuggets if nugget.qid == question.qid]
            given = [text for text in texts if chance.random() < share]
            noise = [NOISE] if share < 1 or not given else []
            lines += [f"{question.qid} {tag} D{len(text)} {text}" for text in [*given, *noise]]
        return "".join(f"{line}\n" for line in lines).encode()

    def evaluation(self, runs: dict[str, float]) -> Evaluation:
        """A campaign in which every response is judged for what the generator meant by it."""
        responses: dict[str, tuple[Response, ...]] = {}
        for tag, share in runs.items():
            checked = TRACK.check_run(self.run(tag, share), tag, RunChecks(self.topics, Declaration(tag), {}))
            assert checked.problems == []
            responses[tag] = checked.responses
        pool = sorted({it for given in responses.values() for line in given if (it := line.item)})
        kinds = {question.qid: question.type for question in self.topics.questions}
        classes = {(known.qid, known.label): known.name for known in self.known}
        texts = {(nugget.qid, nugget.text): nugget.name for nugget in self.nuggets}
        return with_scales(
            Evaluation(
                campaign="past",
                title="",
                track="series2004",
                settings=self.settings,
                topics=self.topics,
                runs=tuple(Run(tag, tag) for tag in runs),
                responses=responses,
                pool=tuple(pool),
                judgments=tuple(_judgment(it, classes) for it in pool if kinds[it.qid] == "LIST"),
                known_answers=tuple(self.known),
                nuggets=tuple(self.nuggets),
                nugget_votes=tuple(self.votes),
                matches=tuple(
                    Match(it, texts[it.qid, it.answer], "ann") for it in pool if (it.qid, it.answer) in texts
                ),
            )
        )


def _judgment(item: Item, classes: dict[tuple[str, str], str]) -> Judgment:
    name = classes.get((item.qid, item.answer), "")
    return Judgment(item, "ann", "correct" if name else "incorrect", name)


@pytest.fixture(params=[("trec13", True, False), ("trec15", True, True), ("trec16", False, True)], ids=str)
def year(request: pytest.FixtureRequest) -> Year:
    return Year(*request.param)


RUNS = {"all": 1.0, "most": 0.7, "some": 0.3, "noise": 0.0}


def test_runs_that_hold_more_score_more(year: Year) -> None:
    report = Scorer(year.evaluation(RUNS)).score()
    scores = [report.runs[tag].score for tag in RUNS]
    assert scores == sorted(scores, key=lambda score: score or 0, reverse=True)
    assert scores[-1] is not None
    best, noise = report.runs["all"], report.runs["noise"]
    assert noise.measures["other_f"] == 0
    assert noise.measures["list_f"] == (0 if year.known else None)
    assert best.measures["accuracy"] == 1
    assert best.measures["list_f"] == (1 if year.known else None)
    bare = {it.qid for it in year.topics.questions if it.type == "OTHER"} - {it.qid for it in year.nuggets}
    assert all(run.unjudged == len(bare) for run in report.runs.values())


def test_the_series_of_2004_whose_other_was_left_unjudged_leaves() -> None:
    """Question series, section 2.3: final scores were computed over 64 rather than 65 series, without S7."""
    report = Scorer(Year("trec13", True, False).evaluation(RUNS)).score()
    assert "Series without a value leave the evaluation: 7." in report.warnings
    run = report.runs["most"]
    assert run.series is not None
    assert len(run.series) == 64
    kinds = {qid: next(iter(values)) for qid, values in run.questions.items() if None not in values.values()}
    counts = {name: list(kinds.values()).count(name) for name in ("accuracy", "list_f", "other_f")}
    assert counts == {"accuracy": 230, "list_f": 55, "other_f": 64}


def test_every_figure_of_a_run_that_holds_all_nuggets(year: Year) -> None:
    run = Scorer(year.evaluation({"all": 1.0})).score().runs["all"]
    for question in year.topics.questions:
        texts = {nugget.text for nugget in year.nuggets if nugget.qid == question.qid}
        if question.type != "OTHER" or not texts:
            continue
        figures = run.figures[question.qid]
        assert figures["length"] == sum(
            non_white(line.text) for line in year.nuggets if line.qid == question.qid
        )
        if figures["NR"] is not None:
            assert figures["NR"] == 1
            assert figures["weight"] == figures["total_weight"]


def test_pyramids_go_through_a_campaign_unchanged() -> None:
    for name in ("trec15", "trec16"):
        evaluation = Year(name, False, True).evaluation({"all": 1.0})
        written = b"".join(pyramid(Scorer(evaluation)))
        data = real(f"{name}answers_other_pyramid")
        assert sorted(written.splitlines()) == sorted(data.splitlines())


def test_list_answers_go_through_a_campaign_unchanged() -> None:
    year = Year("trec15", True, True)
    written = b"".join(final_answers(Scorer(year.evaluation({"all": 1.0}))))
    again, problems = answers.read(written, "answers", year.topics)
    assert problems == []
    assert sorted((it.qid, it.label) for it in again) == sorted((it.qid, it.label) for it in year.known)


def test_the_list_patterns_agree_with_the_list_answers() -> None:
    """A pattern file can play the assessor of lists: nearly every real answer is right by it."""
    year = Year("trec15", True, True)
    patterns = read_patterns(path("trec15patterns_list"))
    right = sum(is_right(patterns, known.qid, known.label) for known in year.known)
    assert Fraction(right, len(year.known)) > Fraction(9, 10)

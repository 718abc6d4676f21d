"""The question series of 2004, 2006 and 2007, whole: `pytest tests/real/test_series.py` tells every figure.

The commands are those that an organizer gives. Assessors who read answers for nuggets act through the services that
their pages call.
"""

import io
import json
import re
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.management import call_command
from django.db.models import QuerySet

from assessment.campaigns.models import Campaign
from assessment.judging.models import Assignment, Judgment, Nugget
from assessment.judging.services.nuggets import mark_nuggets
from assessment.judging.services.questions import finish
from assessment.submissions.models import PoolItem
from tests.real.journey import JUDGMENTS, Row, write_rows
from tests.real.plain import Facts, Line
from tests.real.series_runs import Material, Writer, made_up, readable_patterns
from tests.scoring.patterns import is_right, read_patterns
from tests.sizes import FULL

SKILLS = {"lexa1": 0.8, "lexa2": 0.5, "moor1": 0.3, "quil1": 0.1} if FULL else {"lexa1": 0.5, "moor1": 0.15}
EQUAL = ("weights=1,1,1", "weights_without_list=1,1")
ASSESSORS = "ann,bea,cat"


class Year(NamedTuple):
    """One evaluation: its files begin with `prefix`."""

    slug: str
    prefix: str
    settings: tuple[str, ...] = ()
    answers: str = ""  # the file of list answers
    nuggets: str = ""
    pyramid: str = ""
    patterns: bool = True

    @property
    def weights(self) -> tuple[Sequence[float], Sequence[float]]:
        """Of factoid, list and Other; and of factoid and Other where there are no lists."""
        return ((1, 1, 1), (1, 1)) if self.settings else ((0.5, 0.25, 0.25), (0.67, 0.33))


YEARS = {
    2004: Year("trec2004", "trec13", (), "answers_list", nuggets="answers_other"),
    2006: Year(
        "trec2006", "trec15", (*EQUAL, "other=pyramid"), "answers_list", pyramid="answers_other_pyramid"
    ),
    2007: Year(
        "trec2007",
        "trec16",
        (*EQUAL, "other=pyramid", "grades=5"),
        pyramid="answers_other_pyramid",
        patterns=False,
    ),
}


class Journey:
    """One evaluation from its files to its scores, and everything that its assessors mean."""

    def __init__(self, year: Year, data: Path, folder: Path) -> None:
        self.year, self.data, self.folder = year, data, folder
        self.seconds: dict[str, float] = {}
        self.series, kinds = read_topics(self.file("questions.xml"))
        self.kinds = kinds
        self.known = read_lists(self.file(year.answers)) if year.answers else {}
        self.texts, self.weights = read_nuggets(self.file(year.pyramid or year.nuggets))
        lists = self.known or made_up([qid for qid in kinds if kinds[qid] == "LIST"], 9)
        factoids = [qid for qid in kinds if kinds[qid] == "FACTOID"]
        answers = (
            readable_patterns(self.file("patterns_factoid")) if year.patterns else made_up(factoids[::2], 2)
        )
        self.writer = Writer(Material(kinds, answers, lists, self.texts))
        self.patterns = {
            kind: read_patterns(self.file(f"patterns_{kind.lower()}"))
            for kind in ("FACTOID", "LIST")
            if year.patterns
        }

    def file(self, name: str) -> Path:
        return self.data / f"{self.year.prefix}{name}"

    @property
    def campaign(self) -> Campaign:
        return Campaign.objects.get(slug=self.year.slug)

    # what organizers do

    def command(self, *arguments: str) -> str:
        """Give a command, keeping how long it took; what it says."""
        said, began = io.StringIO(), time.perf_counter()
        call_command(*arguments, stdout=said, stderr=said)
        spent = time.perf_counter() - began
        self.seconds[arguments[0]] = self.seconds.get(arguments[0], 0) + spent
        sentence = said.getvalue().strip()
        print(f"  {spent:6.2f} s  {arguments[0]}: {sentence.splitlines()[-1]}")
        return sentence

    def open(self) -> None:
        """Make the campaign with its questions and what question development found."""
        slug, options = self.year.slug, [part for one in self.year.settings for part in ("--set", one)]
        self.command(
            "create_campaign", slug, "--track", "series2004", "--collection", f"ids-{slug}", *options
        )
        questions, types = str(self.file("questions.xml")), str(self.file("targettypes"))
        self.command("import_questions", slug, questions, "--target-types", types)
        for format in ("answers", "nuggets", "pyramid"):
            if name := getattr(self.year, format):
                self.command("import_development", slug, str(self.file(name)), "--format", format)

    def submit(self, skills: Mapping[str, float] = SKILLS) -> None:
        """Write the runs, check each, and hand it in; the ids that they cite are the collection."""
        slug, files = self.year.slug, self.writer.write(self.folder / "runs", skills)
        self.lines = {file.stem: read_run(file) for file in files}
        ids = sorted({line[1] for lines in self.lines.values() for line in lines if line[2]})
        (self.folder / "ids.txt").write_text("".join(f"{docid}\n" for docid in ids))
        listed = str(self.folder / "ids.txt")
        self.command("import_collection", "--ids-only", listed, "--slug", f"ids-{slug}")
        self.open()
        for file in files:
            team = file.stem[:4]
            self.command("submit_run", slug, str(file), "--team", team, "--check")
            self.command("submit_run", slug, str(file), "--team", team)
        self.command("pool", slug)

    def judge(self, skip: Sequence[str] = ()) -> None:
        """Judge everything but some Other questions, and finish it."""
        self.command("assign", self.year.slug, "--assessors", ASSESSORS)
        table = write_rows(self.folder / "judgments.csv", JUDGMENTS, self.judgments())
        self.command("import_judgments", self.year.slug, str(table), "--new")
        began = time.perf_counter()
        read = self.read_for_nuggets(skip)
        self.seconds["nuggets"] = time.perf_counter() - began
        print(f"  {self.seconds['nuggets']:6.2f} s  {read:,} answers read for nuggets")
        self.finish(skip)

    def assignments(self) -> QuerySet[Assignment]:
        return Assignment.objects.filter(question__campaign=self.campaign).of_people().order_by("pk")

    def score(self) -> dict[str, Any]:
        """Score by the adjudicated rule; the report."""
        file = self.folder / "scores.json"
        self.command("score", self.year.slug, "--json", str(file))
        report: dict[str, Any] = json.loads(file.read_bytes())
        return report

    # what assessors do

    def judgments(self) -> Iterator[Row]:
        """Every factoid and list answer with its grade and class, by whoever has its question."""
        names = dict(self.assignments().values_list("question__qid", "member__name"))
        rows = PoolItem.objects.filter(
            question__campaign=self.campaign, question__type__in=("FACTOID", "LIST")
        )
        for line in rows.order_by("pk").values_list("question__qid", "docid", "answer"):
            yield {
                **dict(zip(("qid", "docid", "answer"), line, strict=True)),
                "assessor": names[line[0]],
                "grade": self.grade(line),
                "answer_class": self.class_of(line) if self.is_listed(line) else "",
                "judged_at": "2006-09-01T12:00:00Z",
            }

    def grade(self, line: Line) -> str:
        """What a pattern finds in a string, else what its writer meant; some documents support nothing, or only here."""
        qid, docid, answer = line
        if self.year.patterns:
            is_correct = is_right(self.patterns[self.kinds[qid]], qid, answer)
        else:
            is_correct = (qid, answer) in self.writer.right or (qid, answer) in self.writer.listed
        if not is_correct:
            return "incorrect"
        local = "locally_correct" if "grades=5" in self.year.settings else "correct"
        return {"7": "unsupported", "3": local}.get(docid[-1], "correct")

    def is_listed(self, line: Line) -> bool:
        return self.kinds[line[0]] == "LIST" and self.grade(line) == "correct"

    def class_of(self, line: Line) -> str:
        """The number of the known answer that a string stands for, else a class that the assessor makes."""
        qid, _, answer = line
        label = self.writer.listed.get((qid, answer), "noise that a pattern finds")
        known = self.known.get(qid, [])
        return str(known.index(label) + 1) if label in known else label

    def read_for_nuggets(self, skip: Collection[str]) -> int:
        """Mark every answer of the Other questions with the nuggets that its writer put there; how many answers."""
        sheets = dict(self.assignments().filter(primary=True).values_list("question__qid", "pk"))
        nuggets = Nugget.objects.filter(question__campaign=self.campaign)
        uids = {(qid, name): uid for qid, name, uid in nuggets.values_list("question__qid", "name", "uid")}
        items = PoolItem.objects.filter(question__campaign=self.campaign, question__type="OTHER")
        items = items.exclude(question__qid__in=skip).order_by("pk")
        for pk, qid, answer in items.values_list("pk", "question__qid", "answer"):
            held = [uids[qid, name] for name in self.writer.held[qid, answer]]
            mark_nuggets(by=None, assignment_id=sheets[qid], client_id=uuid4(), item_id=pk, uids=held)
        return items.count()

    def finish(self, skip: Collection[str] = ()) -> None:
        """Finish every question that is not skipped."""
        graded = Judgment.objects.filter(item__question__campaign=self.campaign, grade="correct")
        found = {*graded.values_list("item__question__qid", flat=True), *self.texts}
        for pk, qid in self.assignments().exclude(question__qid__in=skip).values_list("pk", "question__qid"):
            finish(by=None, assignment_id=pk, no_answer_found=qid not in found)

    # what an independent computation takes

    def facts(self) -> Facts:
        """Everything that scores depend on, from the files and what the assessors mean."""
        graded = {line for lines in self.lines.values() for line in lines if line[2]}
        graded = {line for line in graded if self.kinds[line[0]] != "OTHER"}
        correct = {line for line in graded if self.grade(line) == "correct"}
        near = {line for line in graded if self.grade(line) == "locally_correct"}
        others = (line for lines in self.lines.values() for line in lines if self.kinds[line[0]] == "OTHER")
        return Facts(
            kinds=self.kinds,
            series=self.series,
            runs=self.lines,
            correct=correct,
            answered={line[0] for line in correct | near},
            class_of={line: self.class_of(line) for line in correct if self.kinds[line[0]] == "LIST"},
            known={qid: [str(n) for n in range(1, len(result) + 1)] for qid, result in self.known.items()},
            held={line: self.writer.held.get((line[0], line[2]), set()) for line in others},
            weights=self.weights,
        )


def read_topics(file: Path) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The questions of each series, and the type of each question."""
    text = file.read_text(encoding="latin-1")
    series, kinds = {}, {}
    for target in re.split(r"<target\b(?!s)", text)[1:]:
        number = re.match(r'\s*id\s*=\s*"([^"]+)"', target)
        if number is None:
            continue
        found = re.findall(r'<q\s+id\s*=\s*"([^"]+)"\s+type\s*=\s*"([^"]+)"', target)
        series[number[1].strip()] = [qid.strip() for qid, _ in found]
        kinds.update({qid.strip(): kind.strip() for qid, kind in found})
    return series, kinds


def read_lists(file: Path) -> dict[str, list[str]]:
    """The answers of list questions, each once, in the order of the file."""
    found: dict[str, list[str]] = {}
    qid = ""
    for line in file.read_text(encoding="latin-1").splitlines():
        text = " ".join(line.split())
        if text.startswith("#"):
            qid = text.lstrip("# ")
        elif text and not text.startswith("Q:") and text not in found.setdefault(qid, []):
            found[qid].append(text)
    return found


def read_nuggets(file: Path) -> tuple[dict[str, dict[str, str]], dict[str, dict[str, float]]]:
    """Text and weight of each nugget, by question and number: vital weighs 1 and okay nothing, or as the pyramid says."""
    texts: defaultdict[str, dict[str, str]] = defaultdict(dict)
    weights: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for line in file.read_text(encoding="latin-1").splitlines():
        result = re.fullmatch(r"(\S+)[ \t]+(\S+)[ \t]+(vital|okay|[0-9.]+)[ \t]+(.*\S)\s*", line)
        if result:
            qid, number, weight, text = result.groups()
            texts[qid][number] = text
            weights[qid][number] = {"vital": 1.0, "okay": 0.0}[weight] if weight.isalpha() else float(weight)
    return dict(texts), dict(weights)


def read_run(file: Path) -> list[Line]:
    """The lines of a run; NIL has neither document nor string."""
    columns = (line.split(" ", 3) for line in file.read_text(encoding="utf-8").splitlines())
    return [(line[0], line[2], line[3]) if len(line) == 4 else (line[0], "", "") for line in columns]

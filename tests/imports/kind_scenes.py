"""Campaigns that take a kind of file, and the rows of a good one; what is promised of all kinds is in `kinds`."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from assessment.adjudication.services.adjudicate import decide
from assessment.campaigns.models import Campaign
from assessment.judging.models import Nugget, NuggetVote
from assessment.people.models import Account
from assessment.submissions.services import create_team
from tests import factory
from tests.bring import bring
from tests.imports.pages import example, file_of, make_corpus, said
from tests.judging.scene import assessors, give, items_of, judge
from tests.submissions.passages.conftest import CLOCK, GOLD, LAMPS, topics

Row = Mapping[str, str]
Rows = Sequence[Row]
UMBRA = {"name": "umbra", "version": "3", "model": "llama-9b", "team": "lake"}

# How a file is written


def as_csv(rows: Rows, delimiter: str = ",", columns: Sequence[str] = ()) -> bytes:
    """The rows as a table with a header; of no rows it has these columns."""
    out = io.StringIO()
    table = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    table.writerow(rows[0] if rows else columns)
    table.writerows(row.values() for row in rows)
    return as_bytes(out.getvalue())


def as_bytes(text: str) -> bytes:
    """A text as it is written by a program that does not look at it: halves of characters, too."""
    return text.encode("utf-8", "surrogatepass")


def in_lines(form: str) -> Callable[[Rows], bytes]:
    """A writer of rows in lines of this form."""
    return lambda rows: as_bytes("".join(f"{form.format(**row)}\n" for row in rows))


def table(header: str, *lines: str) -> Rows:
    """Rows as they are read in a test: cells between bars."""
    names = header.split("|")
    return [dict(zip(names, line.split("|"), strict=True)) for line in lines]


def annotations(rows: Rows) -> bytes:
    """Annotations, some to an example."""
    of: dict[str, list[Any]] = {}
    for row in rows:
        whole = said(0, (4, 6)) if row["question"] == "good" else said()
        words = {name: row[name] for name in ("annotator", "question", "reason") if row[name]}
        of.setdefault(row["example"], []).append(whole | words)
    escaped: Iterable[str] = (json.dumps(example(name, *every)) for name, every in of.items())
    return file_of(*escaped)


# The rows of files


QUESTIONS = table(
    "qid|type|text|series|target|target_type|source|suggested_answer|suggested_docid",
    "1.1|FACTOID|When was it seen?|1|Halden comet|THING|log|1910|WIRE-1",
    "1.2|LIST|Who saw it?|1|Halden comet|THING|assessor||",
    "1.3|OTHER|Other|1|Halden comet|THING|||",
    "2.1|FACTOID|Who founded it?|2|Reed and Sons|ORG|||",
    "2.2|OTHER|Other|2|Reed and Sons|ORG|||",
)
ANOTHER = table(
    "qid|type|text|series|target|target_type|source|suggested_answer|suggested_docid",
    "1.1|FACTOID|In which year was it seen?|1|Halden comet|THING|log|1910|WIRE-1",
    "1.2|LIST|Who saw it?|1|Halden comet|THING|assessor||",
    "1.3|OTHER|Other|1|Halden comet|THING|||",
    "3.1|FACTOID|Where was the strike?|3|Mill strike|EVENT|paper|Veyre|WIRE-3",
)
LISTS = table("target|rank|docid|rsv", "1|1|WIRE-1|2.5", "1|2|WIRE-9|2.0", "2.1|1|WIRE-3|1.5")
JUDGMENTS = table(
    "qid|docid|passage|answer|assessor|grade|answer_class|note|judged_at",
    "1.2|D-0||answer 0|ada|correct|Halden|seen|2026-02-01T00:00:00Z",
    "1.2|D-1||answer 1|ada|incorrect||mine|",
    "1.2|D-2||answer 2|ben|correct|Rehn||",
    "1.2|D-3||answer 3|zoe|inexact|||",
)
ANNOTATIONS = table(
    "example|annotator|question|reason", "5|ada|good|", "-6|ada|bad|opinion", "7|zoe|good|", "7|ada|good|"
)
ANSWERS = table("qid|answer", "1.1|1910", "1.1|1986", "1.2|Ada Rehn")
NUGGETS = table(
    "qid|number|vote|text", "1.3|1|vital|seen by the eye", "1.3|2|okay|a name", "2.2|1|okay|built clocks"
)
PYRAMID = table("qid|number|weight|text", "1.3|1|0.25|seen by the eye", "1.3|2|1|came back", "2.2|1|0|clocks")
GOLD_ROWS = table(
    "qid|docid|passage|answer",
    f"0001|{LAMPS}|7|24 months",
    f"0003|{CLOCK}|3|four minutes",
    f"0004|{CLOCK}|5|the keeper",
)
DECISIONS = table(
    "qid|docid|passage|answer|grade|ground|overruled|adjudicator|note",
    "1|D-0||answer 0|yes|misapplied|1|dora|read again",
    "1|D-1||answer 1|no|opinion|0|dora|",
    "1|D-2||answer 2|yes|inconsistent|1|dora|as others",
)
MATCHES = table(
    "qid|docid|passage|answer|nugget|assessor",
    "1.3|D-0||sails|n1|ada",
    "1.3|D-0||sails|n2|ada",
    "1.3|D-1||sinks|n1|",
    "1.3|D-2||lies||ada",
)
VOTES = table("qid|nugget|assessor|vote", "1.3|n1|ben|vital", "1.3|n2|ben|okay", "1.3|n1||vital")
SAID_BEFORE = table("qid|docid|answer|nugget", "1.3|D-0|sails|n2", "1.3|D-1|sinks|n1")
MACHINE_MATCHES = table(
    "qid|docid|passage|answer|nugget|confidence|explanation",
    "1.3|D-0||sails|n1|0.9|why",
    "1.3|D-1||sinks|n1||",
    "1.3|D-2||lies|||",
)
DRAFTS = table(
    "qid|nugget|importance|docid|confidence|explanation",
    "1.3|burned whale oil|vital|D-1|0.9|why",
    "1.3|struck by lightning||||",
)
PEOPLE = table(
    "name|email|roles|languages|team|account",
    "Ada Lind|ada@example.org|assessor|de en||",
    "Olaf Berg|olaf@example.org|||tern|",
    "ben||assessor adjudicator|||ben",
    "Zoe Rehn||participant||gull|zoe",
    "ann||participant||gull|",
)
TEAMS = table("team|members", "gull|ann;ben", "lkg|ben", "tern|", "lark|ann")
WORK = table("qid|assessor", "2.1|ben", "1.1|ada", "2.1|ada")
SAMPLES = table(
    "question|type|target|text|docid|supporting_text|answer|nugget|grade|long|short|reason",
    "names-1|factoid||Who coached Mathis?|AP-2|Vasquez coached him.|Vasquez||yes|||Enough.",
    "names-1||||AP-2||Simpson||no|||He ran.",
    "time-1|factoid||Who is mayor?|AP-9|Mayor Vasquez spoke.|Vasquez||yes|||It says so.",
    "same-1|factoid||Who sank?|AP-1|The Reed sank.|the Reed||yes|||It says so.",
)


# Campaigns


def asked_anew(folder: Path) -> Campaign:
    """Two series whose questions came from a table, one of which goes, one is reworded, one comes."""
    campaign = factory.make_campaign("comet", "series2004")
    bring("questions", campaign, as_csv(QUESTIONS))
    return campaign


def known(folder: Path) -> Campaign:
    """Questions of each type, and lists of documents for them."""
    campaign = asked_anew(folder)
    bring("document_lists", campaign, b"1 1 WIRE-1 2.5\n1 2 WIRE-2 2.0\n2 1 WIRE-3 1.5\n")
    return campaign


def judged(folder: Path) -> Campaign:
    """A list question that two people judge; ada has graded two answers, of which one becomes another."""
    campaign = factory.make_campaign("walk", "series2004", settings={"judges": 2})
    ada, _ = assessors(campaign, "ada", "ben")
    (question,) = factory.make_questions(campaign, "1.2", type="LIST", series="1")
    factory.make_items(question, *((f"D-{n}", f"answer {n}") for n in range(4)))
    mine = give(question, ada, primary=True)
    for item in items_of(question)[:2]:
        judge(mine, item, "incorrect", "mine")
    return campaign


def annotated(folder: Path) -> Campaign:
    """Three pages; ada is to annotate one."""
    campaign = make_corpus(folder, "5", "-6", "7")
    (ada,) = assessors(campaign, "ada")
    give(campaign.questions.get(qid="5"), ada)
    return campaign


def golden(folder: Path) -> Campaign:
    """Questions on paragraphs, two of which have gold answers."""
    campaign = factory.make_campaign("acts", "respubliqa2010")
    bring("questions", campaign, topics().encode(), "questions.xml")
    bring("gold", campaign, GOLD.encode())
    return campaign


def disputed(folder: Path) -> Campaign:
    """Four answers on which three people differ; one was decided."""
    campaign = factory.make_campaign()
    (question,) = factory.make_questions(campaign, "1", type="factoid")
    factory.make_items(question, *((f"D-{n}", f"answer {n}") for n in range(4)))
    for person, grade in zip(assessors(campaign, "ada", "bo", "cy"), ("no", "yes", "no"), strict=True):
        row = give(question, person)
        for item in items_of(question):
            judge(row, item, grade)
    decide(item=items_of(question)[0], grade="no", ground="opinion", by=None)
    return campaign


def nuggets(folder: Path) -> Campaign:
    """Three responses with two nuggets: ada is primary, ben votes and has voted on one."""
    campaign = factory.make_campaign("lamps", "series2004", settings={"judges": 2})
    (question,) = factory.make_questions(campaign, "1.3", type="OTHER", series="1")
    factory.make_items(question, ("D-0", "sails"), ("D-1", "sinks"), ("D-2", "lies"))
    for number in (1, 2):
        made = {"name": f"n{number}", "text": f"nugget {number}", "position": number}
        Nugget.objects.create(question=question, **made)
    ada, ben = assessors(campaign, "ada", "ben")
    give(question, ada, primary=True)
    give(question, ben, stage="votes", asked=2, judged=1)
    NuggetVote.objects.create(nugget=question.entries.get(name="n1"), member=ben, vote="okay")
    return campaign


def matched_before(folder: Path) -> Campaign:
    """The same, where the program has said something already."""
    campaign = nuggets(folder)
    bring("machine-matches", campaign, as_csv(SAID_BEFORE), facts=UMBRA)
    return campaign


def drafted_before(folder: Path) -> Campaign:
    """The same with a draft of the program."""
    campaign = nuggets(folder)
    bring("machine-nuggets", campaign, as_csv(table("qid|nugget", "1.3|sank at sea")), facts=UMBRA)
    return campaign


def assigned(folder: Path) -> Campaign:
    """Two list questions with answers, of which ada judges the first."""
    campaign = factory.make_campaign("plan", "series2004")
    ada, _ = assessors(campaign, "ada", "ben")
    for number in (1, 2):
        (question,) = factory.make_questions(campaign, f"{number}.1", type="LIST", series=str(number))
        factory.make_items(question, ("D-1", "one"), ("D-2", "two"))
    give(campaign.questions.get(qid="1.1"), ada, primary=True)
    return campaign


def peopled(folder: Path) -> Campaign:
    """Where ben judges and ann submits with team gull; zoe has an account, and no part in it."""
    campaign = factory.make_campaign("crews")
    factory.make_member(campaign, "ben", "assessor")
    factory.make_account("zoe")
    _gull(campaign, factory.make_member(campaign, "ann", "participant"))
    return campaign


def teamed(folder: Path) -> Campaign:
    """Two participants, and team gull with one of them."""
    campaign = factory.make_campaign("crews")
    _gull(campaign, factory.make_member(campaign, "ann", "participant"))
    factory.make_member(campaign, "ben", "participant")
    return campaign


def _gull(campaign: Campaign, account: Account) -> None:
    create_team(by=None, campaign=campaign, name="gull", members=campaign.members.filter(account=account))


def sampled(folder: Path) -> Campaign:
    """Two sample questions, one of which becomes another version."""
    campaign = factory.make_campaign("facts")
    reworded = {**SAMPLES[0], "text": "Whom did Vasquez coach?"}
    bring("samples", campaign, as_csv([reworded, SAMPLES[-1]]))
    return campaign

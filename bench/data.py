"""Made-up questions, answers and judgments for the benchmarks."""

import csv
import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from assessment.campaigns.models import Campaign
from assessment.submissions.models import PoolItem

SYLLABLES = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "je",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "we",
    "xi",
    "yo",
    "zu",
]


def made_up_answers(questions: int) -> dict[str, list[str]]:
    """Questions numbered from 1, each with three known answers."""
    rng = random.Random(questions)
    return {
        str(number): ["".join(rng.choices(SYLLABLES, k=4)).title() for _ in range(3)]
        for number in range(1, questions + 1)
    }


def write_topics(file: Path, answers: Mapping[str, Sequence[str]]) -> Path:
    """The questions in the layout of TREC-8."""
    blocks = (
        f"<top>\n<num> Number: {qid}\n<desc> Description:\nWho or what is {known[0]}?\n</top>\n"
        for qid, known in answers.items()
    )
    file.write_text("\n".join(blocks), encoding="utf-8")
    return file


def write_judgments(
    file: Path, campaign: Campaign, answers: Mapping[str, Sequence[str]], assessors: Sequence[str]
) -> Path:
    """Judgments of the whole pool by assessors who differ on 6 % of it, and decisions.csv beside them."""
    rng = random.Random(6)
    pool = PoolItem.objects.filter(question__campaign=campaign).order_by(
        "question__position", "docid", "answer"
    )
    rows = pool.values_list("question__qid", "docid", "passage", "answer")
    with (
        file.open("w", newline="") as target,
        (file.parent / "decisions.csv").open("w", newline="") as decided,
    ):
        judgments, decisions = csv.writer(target), csv.writer(decided)
        judgments.writerow(
            ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
        )
        columns = ["qid", "docid", "passage", "answer", "grade", "ground", "overruled", "adjudicator", "note"]
        decisions.writerow(columns)
        for qid, docid, passage, answer in rows.iterator(chunk_size=5000):
            right = any(known in answer for known in answers[qid])
            grades = ["yes" if right else "no"] * len(assessors)
            if len(assessors) > 2 and rng.random() < 0.06:
                grades[rng.randrange(len(assessors))] = "no" if right else "yes"
                majority = "yes" if right else "no"
                decisions.writerow([qid, docid, passage, answer, majority, "opinion", "0", "jude", ""])
            for assessor, grade in zip(assessors, grades, strict=True):
                judgments.writerow(
                    [qid, docid, passage, answer, assessor, grade, "", "", "2026-11-02T10:00:00Z"]
                )
    return file

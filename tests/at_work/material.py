"""What the people work on: questions, runs, documents and judgments, made up from a seed."""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from bench.data import made_up_answers, write_topics
from tests.real.generate import docid, noise, write_runs
from tests.real.journey import JUDGMENTS, Row, judged, write_rows

SERIES_QUESTIONS = ("FACTOID", "LIST", "LIST", "OTHER")
PARAGRAPHS = 12


class Material(NamedTuple):
    """Files of one campaign: its questions, the runs at the beginning, and those that come late."""

    questions: Path
    runs: list[Path]
    late: list[Path]


def facts(folder: Path, *, questions: int, runs: int, late: int) -> Material:
    """A campaign of fact questions."""
    folder.mkdir()
    answers = made_up_answers(questions)
    files = write_runs(folder / "runs", answers, runs=runs + late)
    return Material(write_topics(folder / "questions.txt", answers), files[:runs], files[runs:])


def series(folder: Path, *, series: int, runs: int, strings: int) -> Material:
    """A campaign of series; each run gives so many strings to a list, and as many to the last question."""
    folder.mkdir()
    kinds = {
        f"{number}.{n}": kind for number in range(1, series + 1) for n, kind in enumerate(SERIES_QUESTIONS, 1)
    }
    topics = [_series_topics(number, kinds) for number in range(1, series + 1)]
    questions = folder / "questions.xml"
    questions.write_text(f'<trecqa year="2026" task="main">\n{"".join(topics)}</trecqa>\n', encoding="utf-8")
    files = []
    for number in range(runs):
        tag, rng = f"reed{number + 1}", random.Random(f"series:{number}")
        lines = [line for qid, kind in kinds.items() for line in _series_lines(rng, qid, kind, tag, strings)]
        files.append(folder / f"{tag}.txt")
        files[-1].write_text("".join(lines), encoding="utf-8")
    return Material(questions, files, [])


def _series_topics(number: int, kinds: dict[str, str]) -> str:
    asked = "".join(
        f'<qa><q id="{qid}" type="{kind}">{"Other" if kind == "OTHER" else f"What of {qid}?"}</q></qa>\n'
        for qid, kind in kinds.items()
        if qid.startswith(f"{number}.")
    )
    return f'<target id="{number}" text="Target {number}">\n{asked}</target>\n'


def _series_lines(rng: random.Random, qid: str, kind: str, tag: str, strings: int) -> Iterable[str]:
    for _ in range(1 if kind == "FACTOID" else strings):
        yield f"{qid} {tag} {docid(rng, qid.replace('.', ''))} {noise(rng)}\n"


def documents(folder: Path, materials: Iterable[Material], seed: int = 9) -> Path:
    """A collection with every document that a run cites, in which the strings stand that cite it."""
    cited: defaultdict[str, list[str]] = defaultdict(list)
    for material in materials:
        is_series = material.questions.suffix == ".xml"
        for file in (*material.runs, *material.late):
            for line in file.read_text().splitlines():
                columns = line.split(None, 3 if is_series else 6)
                cited[columns[2]].append(columns[-1])
    rng = random.Random(seed)
    files = folder / "collection" / "documents"
    files.mkdir(parents=True)
    with (files / "all.sgm").open("w", encoding="utf-8") as target:
        for name in sorted(cited):
            paragraphs = [" ".join(noise(rng) for _ in range(12)) for _ in range(PARAGRAPHS)]
            body = "\n".join(f"<P>\n{text}\n</P>" for text in [*paragraphs, *cited[name][:8]])
            target.write(
                f'<DOC id="{name}" type="story" >\n<HEADLINE>\nOf {name}\n</HEADLINE>\n<TEXT>\n{body}\n</TEXT>\n</DOC>\n'
            )
    return files


def judgment_files(folder: Path, pool: list[Row], assessors: Iterable[str]) -> list[Path]:
    """Two tables with the judgments of whole pools by people who judged elsewhere; the second differs here and there."""
    folder.mkdir(exist_ok=True)
    return [
        write_rows(
            folder / f"judgments{n}.csv",
            JUDGMENTS,
            _rows(pool, assessors, _by_chance(random.Random(n), 0.1 * n)),
        )
        for n in (1, 2)
    ]


def _rows(pool: list[Row], assessors: Iterable[str], grade: Callable[[Row], str]) -> Iterable[Row]:
    return (row for name in assessors for row in judged(pool, name, grade))


def _by_chance(rng: random.Random, share: float) -> Callable[[Row], str]:
    return lambda _: "yes" if rng.random() < share else "no"

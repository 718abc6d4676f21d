"""`python -m bench.lists_and_nuggets`: score made-up lists and nuggets, with no database.

60 runs answer 30 series of a factoid, a list and an Other question; a third of the list answers and 10,000 pairs of
string and nugget are right. Prepared and scored from records, as a page or command does after loading them.
"""

import random
import time
from statistics import median

from scoring.evaluate import Scorer
from scoring.evaluations import with_scales
from scoring.records import (
    Evaluation,
    Item,
    Judgment,
    KnownAnswer,
    Match,
    Nugget,
    NuggetVote,
    Question,
    Response,
    Run,
    Series,
    Topics,
)

RUNS, SERIES, LINES, STRINGS, CLASSES, NUGGETS, MATCHES = 60, 30, 12, 250, 40, 12, 10_000
REPEATS = 5
KINDS = {"1": "FACTOID", "2": "LIST", "3": "OTHER"}
NUMBERS = range(1, SERIES + 1)
WORDS = [f"word{number}" for number in range(500)]


def made_up(seed: int = 1) -> Evaluation:
    """A campaign of this size."""
    chance = random.Random(seed)
    questions = _questions()
    responses = _responses(questions, chance)
    pool = sorted({response.item for given in responses.values() for response in given if response.item})
    nuggets = [(f"{series}.3", str(number)) for series in NUMBERS for number in range(1, NUGGETS + 1)]
    pairs = [(item, nugget) for item in pool for _, nugget in nuggets[:NUGGETS] if _is_other(item)]
    classes = [(f"{series}.2", number) for series in NUMBERS for number in range(CLASSES)]
    return with_scales(
        Evaluation(
            campaign="bench",
            title="",
            track="series2004",
            settings={},
            topics=Topics(tuple(questions), tuple(Series(str(series), "target") for series in NUMBERS)),
            runs=tuple(Run(run_id, "team") for run_id in responses),
            responses=responses,
            pool=tuple(pool),
            judgments=tuple(_judgment(item, chance) for item in pool if not _is_other(item)),
            known_answers=tuple(KnownAnswer(qid, f"c{number}", f"class {number}") for qid, number in classes),
            nuggets=tuple(Nugget(qid, name, "text", assessor="ann") for qid, name in nuggets),
            nugget_votes=tuple(
                NuggetVote(qid, name, "ann", "vital" if int(name) % 3 else "okay") for qid, name in nuggets
            ),
            matches=tuple(Match(item, nugget, "ann") for item, nugget in chance.sample(pairs, MATCHES)),
        )
    )


def _questions() -> list[Question]:
    return [
        Question(f"{series}.{part}", kind, f"{kind}?", str(series))
        for series in NUMBERS
        for part, kind in KINDS.items()
    ]


def _responses(questions: list[Question], chance: random.Random) -> dict[str, tuple[Response, ...]]:
    """Each run's answers, drawn from the same strings."""
    strings = {question.qid: _strings(question, chance) for question in questions}
    return {
        f"run{number}": tuple(
            Response(item.qid, item.docid, item.answer, rank)
            for question in questions
            for rank, item in enumerate(
                chance.sample(strings[question.qid], 1 if question.type == "FACTOID" else LINES), 1
            )
        )
        for number in range(RUNS)
    }


def _strings(question: Question, chance: random.Random) -> list[Item]:
    length = 25 if question.type == "OTHER" else 3
    return [
        Item(question.qid, f"D{number}", "", " ".join(chance.choices(WORDS, k=length)))
        for number in range(STRINGS)
    ]


def _is_other(item: Item) -> bool:
    return item.qid.endswith(".3")


def _judgment(item: Item, chance: random.Random) -> Judgment:
    is_right = chance.random() < 1 / 3
    is_list = item.qid.endswith(".2")
    answer_class = f"c{chance.randrange(CLASSES)}" if is_right and is_list else ""
    return Judgment(item, "ann", "correct" if is_right else "incorrect", answer_class)


def main() -> None:
    """Measure and print."""
    evaluation = made_up()
    times, cpu = [], []
    for _ in range(REPEATS):
        begin, begin_cpu = time.perf_counter(), time.process_time()
        report = Scorer(evaluation).score()
        times.append(time.perf_counter() - begin)
        cpu.append(time.process_time() - begin_cpu)
    lines = sum(len(given) for given in evaluation.responses.values())
    print(
        f"{len(report.runs)} runs, {report.evaluated_questions} questions, {lines:,} responses, "
        f"{len(evaluation.pool):,} items, {len(evaluation.matches):,} matches: "
        f"{median(times):.2f} s, {median(cpu):.2f} s of processor time (medians of {REPEATS})"
    )


if __name__ == "__main__":
    main()

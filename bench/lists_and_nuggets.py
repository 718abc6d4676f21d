"""`python -m bench.lists_and_nuggets`: score made-up lists and nuggets, with no database.

60 runs answer 30 series of a factoid, a list and an Other question; a third of the list answers and 10,000 pairs of
string and nugget are right. Prepared and scored from records, as a page or command does after loading them.
"""

import random
import time
from statistics import median

from scoring import tracks
from scoring.evaluate import Scorer
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


def made_up(seed: int = 1) -> Evaluation:
    """A campaign of this size."""
    chance = random.Random(seed)
    kinds = {"1": "FACTOID", "2": "LIST", "3": "OTHER"}
    questions = [
        Question(f"{series}.{part}", kind, f"{kind}?", str(series))
        for series in range(1, SERIES + 1)
        for part, kind in kinds.items()
    ]
    words = [f"word{number}" for number in range(500)]
    strings = {
        question.qid: [
            Item(
                question.qid,
                f"D{number}",
                "",
                " ".join(chance.choices(words, k=25 if question.type == "OTHER" else 3)),
            )
            for number in range(STRINGS)
        ]
        for question in questions
    }
    responses = {
        f"run{number}": tuple(
            Response(item.qid, item.docid, item.answer, rank)
            for question in questions
            for rank, item in enumerate(
                chance.sample(strings[question.qid], 1 if question.type == "FACTOID" else LINES), 1
            )
        )
        for number in range(RUNS)
    }
    pool = sorted({response.item for given in responses.values() for response in given if response.item})
    others = [item for item in pool if item.qid.endswith(".3")]
    pairs = [(item, str(number)) for item in others for number in range(1, NUGGETS + 1)]
    return Evaluation(
        campaign="bench",
        title="",
        track="series2004",
        settings={},
        topics=Topics(
            tuple(questions), tuple(Series(str(number), "target") for number in range(1, SERIES + 1))
        ),
        runs=tuple(Run(run_id, "team") for run_id in responses),
        responses=responses,
        pool=tuple(pool),
        judgments=tuple(_judgment(item, chance) for item in pool if not item.qid.endswith(".3")),
        known_answers=tuple(
            KnownAnswer(f"{series}.2", f"c{number}", f"class {number}")
            for series in range(1, SERIES + 1)
            for number in range(CLASSES)
        ),
        nuggets=tuple(
            Nugget(f"{series}.3", str(number), "text", assessor="ann")
            for series in range(1, SERIES + 1)
            for number in range(1, NUGGETS + 1)
        ),
        nugget_votes=tuple(
            NuggetVote(f"{series}.3", str(number), "ann", "vital" if number % 3 else "okay")
            for series in range(1, SERIES + 1)
            for number in range(1, NUGGETS + 1)
        ),
        matches=tuple(Match(item, nugget, "ann") for item, nugget in chance.sample(pairs, MATCHES)),
    )


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
        report = Scorer(evaluation, tracks.WHOLE["series2004"]).score()
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

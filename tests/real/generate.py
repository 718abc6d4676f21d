"""Makes TREC-8 runs from known answers and noise: seeded, so that the same call writes the same bytes."""

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

WORDS = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "a",
    "that",
    "was",
    "for",
    "on",
    "is",
    "with",
    "by",
    "as",
    "at",
    "from",
    "said",
    "it",
    "his",
    "which",
    "year",
    "after",
    "people",
    "city",
    "were",
    "new",
    "president",
    "government",
    "company",
    "million",
    "million",
    "during",
    "under",
    "early",
    "world",
    "river",
    "first",
    "house",
    "city",
    "market",
    "season",
]
DEPTH = 5
LIMIT = 50


def run_tags(count: int) -> list[str]:
    """Names of runs of fifteen teams, three runs a team where there are 45."""
    return [f"team{n % 15:02d}run{n // 15 + 1}" for n in range(count)]


def noise(rng: random.Random) -> str:
    """A string of common words, short enough for the 50-byte limit."""
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(2, 7)))[:LIMIT].strip()


def docid(rng: random.Random, qid: str) -> str:
    """One of the documents that runs cite for a question: about fifty, of which few are cited often."""
    return f"FT9{int(qid) % 10}{1 + int(rng.paretovariate(1.1)) % 5}-{int(qid) * 60 + int(rng.triangular(0, 55, 5))}"


def run_lines(
    tag: str, skill: float, answers: Mapping[str, Sequence[str]], seed: int, depth: int = DEPTH
) -> Iterator[str]:
    """One run in the track's line format. `skill` is the chance that a response holds a known answer."""
    rng = random.Random(f"{seed}:{tag}")
    for qid, known in answers.items():
        for rank in range(1, depth + 1):
            # About one response in six is one that several runs give, as in the pools of TREC-8.
            source = random.Random(f"{seed}:{qid}:{rng.randrange(12)}") if rng.random() < 0.17 else rng
            cited, answer = docid(source, qid), noise(source)
            if known and rng.random() < skill / rank:
                answer = f"{rng.choice(known)} {noise(rng)[:12]}".strip()[:LIMIT].strip()
            yield f"{qid} Q0 {cited} {rank} {100 - rank} {tag} {answer}\n"


def write_runs(
    folder: Path, answers: Mapping[str, Sequence[str]], *, runs: int = 45, seed: int = 8, depth: int = DEPTH
) -> list[Path]:
    """Write one file a run, named after its tag, from the best to the worst."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, tag in enumerate(run_tags(runs)):
        file = folder / f"{tag}.txt"
        skill = 0.75 * (1 - number / runs) + 0.02
        file.write_text("".join(run_lines(tag, skill, answers, seed, depth)), encoding="utf-8")
        files.append(file)
    return files


def read_answers(file: Path) -> dict[str, list[str]]:
    """The file of TREC-8 answers: a question number and an answer a line."""
    answers: dict[str, list[str]] = {}
    for line in file.read_text(encoding="latin-1").splitlines():
        qid, _, answer = line.strip().partition(" ")
        if qid:
            answers.setdefault(qid, [])
            if answer.strip():
                answers[qid].append(answer.strip()[:30])
    return answers

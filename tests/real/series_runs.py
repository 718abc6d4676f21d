"""Makes runs of the question series from real answers and nuggets and noise: seeded, the same call writes the same bytes.

The generator knows what it wrote, so that it can play the assessors whom no file of a past evaluation holds.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.real.generate import noise

PLAIN_PATTERN = re.compile(r"[A-Za-z0-9 ,'-]+")
Answers = Mapping[str, Sequence[str]]  # by question


class Material(NamedTuple):
    """What an evaluation's files tell of its questions."""

    kinds: Mapping[str, str]  # FACTOID, LIST or OTHER, by question, in their order
    factoids: Answers
    lists: Answers
    nuggets: Mapping[str, Mapping[str, str]]  # text by number, by question


class Writer:
    """Writes runs, and remembers what it meant."""

    def __init__(self, result: Material, seed: int = 4) -> None:
        self.result, self.seed = result, seed
        self.right: set[tuple[str, str]] = set()  # question and string, of factoids
        self.listed: dict[tuple[str, str], str] = {}  # the label that a string of a list stands for
        self.held: defaultdict[tuple[str, str], set[str]] = defaultdict(set)  # nuggets in a string

    def write(self, folder: Path, skills: Mapping[str, float]) -> list[Path]:
        """One file a run tag; its skill is the chance that the run gives an answer that is known."""
        folder.mkdir(parents=True, exist_ok=True)
        files = []
        for tag, skill in skills.items():
            rng = random.Random(f"{self.seed}:{tag}")
            lines = [line for qid in self.result.kinds for line in self._question(rng, tag, skill, qid)]
            files.append(folder / f"{tag}.txt")
            files[-1].write_text("".join(lines), encoding="utf-8")
        return files

    def _question(self, rng: random.Random, tag: str, skill: float, qid: str) -> Iterator[str]:
        kind = self.result.kinds[qid]
        if kind == "FACTOID":
            answer = self._factoid(rng, skill, qid)
            yield f"{qid} {tag} {_docid(rng, qid)} {answer}\n" if answer else f"{qid} {tag} NIL\n"
            return
        strings = list(self._listed(rng, skill, qid) if kind == "LIST" else self._other(rng, skill, qid))
        strings += [noise(rng) for _ in range(rng.randint(0 if strings else 1, 3))]
        strings += [string for string in strings if rng.random() < 0.05]
        rng.shuffle(strings)
        for string in strings:
            yield f"{qid} {tag} {_docid(rng, qid)} {string}\n"

    def _factoid(self, rng: random.Random, skill: float, qid: str) -> str:
        known = self.result.factoids.get(qid, ())
        if known and rng.random() < skill:
            answer = rng.choice(known)
            self.right.add((qid, answer))
            return answer
        return "" if rng.random() < 0.3 else noise(rng)

    def _listed(self, rng: random.Random, skill: float, qid: str) -> Iterator[str]:
        for label in self.result.lists.get(qid, ()):
            if rng.random() < skill:
                string = rng.choice(("{}", "{}", "the {}", f"{{}} {noise(rng)}")).format(label)
                self.listed[qid, string] = label
                yield string

    def _other(self, rng: random.Random, skill: float, qid: str) -> Iterator[str]:
        """Nuggets word by word, two in one string, with words around, or in words that hold none."""
        texts = self.result.nuggets.get(qid, {})
        given = [number for number in texts if rng.random() < skill]
        while given:
            taken = [given.pop() for _ in range(min(len(given), 1 + (rng.random() < 0.2)))]
            string = "; ".join(texts[number] for number in taken)
            if rng.random() < 0.3:
                string = f"{noise(rng)} {string}"
            self.held[qid, string] |= set(taken)
            yield string


def _docid(rng: random.Random, qid: str) -> str:
    """One of a few dozen articles that runs cite for a question."""
    place = sum(map(ord, qid)) * 7
    return (
        f"XIE{1996 + place % 5}{1 + place % 9:02d}{1 + rng.randrange(28):02d}.{rng.randrange(2) + place:04d}"
    )


def readable_patterns(file: Path) -> dict[str, list[str]]:
    """The patterns that are the very words of an answer, by question."""
    found: dict[str, list[str]] = {}
    for line in file.read_text(encoding="latin-1").splitlines():
        qid, _, pattern = line.strip().partition(" ")
        if PLAIN_PATTERN.fullmatch(pattern):
            found.setdefault(qid, []).append(pattern.strip())
    return found


def made_up(qids: Sequence[str], most: int, seed: int = 7) -> dict[str, list[str]]:
    """Answers for questions of which no file tells any."""
    rng = random.Random(seed)
    return {qid: sorted({noise(rng).title() for _ in range(rng.randint(1, most))}) for qid in qids}

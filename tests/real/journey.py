"""The whole journey by command on files of past evaluations: `python -m tests.real.journey [FOLDER]`.

FOLDER holds the data (trec15questions.xml, QA.outputs_2006, trec8questions, …; default: $ASSIZE_REAL_DATA).
Everything happens in a temporary data folder; the output of every command is printed.
"""

import csv
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from tests.real.generate import read_answers, write_runs
from tests.real.site import ROOT, Site, shortened
from tests.scoring.patterns import is_right, read_patterns
from tests.users import users_python

DEFAULT = ROOT.parent / "shared" / "data" / "trec"
JUDGMENTS = ["qid", "docid", "passage", "answer", "assessor", "grade", "answer_class", "note", "judged_at"]
DECISIONS = ["qid", "docid", "passage", "answer", "grade", "ground", "overruled", "adjudicator", "note"]
RELAXED = ("missing_questions=yes", "free_run_tag=yes")
RULES = ("adjudicated", "majority", "union", "intersection", "assessor:a1", "random:1")

Row = dict[str, str]


def read_rows(file: Path) -> list[Row]:
    """A table of a bundle."""
    with file.open(newline="", encoding="utf-8") as source:
        return list(csv.DictReader(source))


def write_rows(file: Path, columns: list[str], rows: Iterable[Row]) -> Path:
    """A table for an import."""
    with file.open("w", newline="", encoding="utf-8") as target:
        writer = csv.DictWriter(target, columns, restval="", extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
    return file


def judged(pool: list[Row], assessor: str, grade: Callable[[Row], str]) -> list[Row]:
    """One assessor's judgments of a whole pool."""
    return [
        item | {"assessor": assessor, "grade": grade(item), "judged_at": "2006-09-01T12:00:00Z"}
        for item in pool
    ]


def decided(rows: list[Row], grade: Callable[[Row], str]) -> list[Row]:
    """The adjudicator's decisions on all items that were judged differently."""
    given: dict[tuple[str, ...], list[str]] = {}
    for row in rows:
        given.setdefault((row["qid"], row["docid"], row["passage"], row["answer"]), []).append(row["grade"])
    decisions = []
    for key, grades in sorted(given.items()):
        if len(set(grades)) == 1:
            continue
        item = dict(zip(JUDGMENTS[:4], key, strict=True))
        common, count = Counter(grades).most_common(1)[0]
        has_majority = 2 * count > len(grades)
        final = grade(item)
        overruled = has_majority and final != common
        ground = "misapplied" if overruled or not has_majority else "opinion"
        decisions.append(
            item | {"grade": final, "ground": ground, "overruled": str(int(overruled)), "adjudicator": "jude"}
        )
    return decisions


def broken_rules(said: str) -> Counter[str]:
    """How often each rule is broken, from a refusal that lists every place."""
    return Counter(re.findall(r"^\S+?(?::\d+)?: ([a-z_0-9]+): ", said, flags=re.MULTILINE))


def series(
    site: Site,
    year: int,
    run: str,
    prefix: str,
    right: Callable[[Row], str],
    assessors: dict[str, Callable[[Row], str]],
) -> dict[str, int]:
    """A year of the question series: the real run, checked, let in, pooled, judged, decided and scored."""
    data, ids = site.data, site.folder / f"ids{year}.txt"
    lines = (data / run).read_text(encoding="latin-1").splitlines()
    ids.write_text("".join(f"{docid}\n" for docid in sorted({line.split()[2] for line in lines})))
    site.command("import_collection", "--ids-only", str(ids), "--slug", f"ids{year}")
    topics = [str(data / f"{prefix}questions.xml"), "--target-types", str(data / f"{prefix}targettypes")]
    site.create(f"trec{year}", "series2004", f"ids{year}")
    site.command("import_questions", f"trec{year}", *topics)
    refused = site.command(
        "submit_run", f"trec{year}", str(data / run), "--team", "amkahn", "--check", fails=True
    )
    print("  rules broken:", dict(broken_rules(refused)))
    found = {}
    for how in ("first", "any"):
        slug = f"trec{year}-{how}"
        site.create(
            slug, "series2004", f"ids{year}", f"many_per_factoid={how}", f"judges={len(assessors)}", *RELAXED
        )
        site.command("import_questions", slug, *topics)
        if (data / f"{prefix}answers_list").exists():
            site.command(
                "import_development", slug, str(data / f"{prefix}answers_list"), "--format", "answers"
            )
        site.command("submit_run", slug, str(data / run), "--team", "amkahn")
        site.command("pool", slug)
        pool = read_rows(site.export(slug) / "pool.csv")
        site.command("assign", slug, "--assessors", ",".join(assessors))
        rows = [row for name, grade in assessors.items() for row in judged(pool, name, grade)]
        site.command(
            "import_judgments", slug, str(write_rows(site.folder / "j.csv", JUDGMENTS, rows)), "--new"
        )
        if decisions := decided(rows, right):
            site.command("adjudicate", slug, str(write_rows(site.folder / "d.csv", DECISIONS, decisions)))
        site.command("freeze_qrels", slug, "--rule", "adjudicated")
        (scores,) = site.score(slug, "adjudicated").values()
        questions = scores["questions"]
        assert isinstance(questions, dict)
        factoids = [values for values in questions.values() if values.get("accuracy") is not None]
        found[how] = sum(values["accuracy"] == 1 for values in factoids)
        print(f"  {slug}: {found[how]} of {len(factoids)} factoids right\n")
        site.export(slug)
    return found


def four_way(patterns_file: Path, flags: int = 0) -> Callable[[Row], str]:
    """An assessor who finds correct what matches a pattern."""
    patterns = read_patterns(patterns_file, flags)
    return lambda row: "correct" if is_right(patterns, row["qid"], row["answer"]) else "incorrect"


def year_2006(site: Site) -> dict[str, int]:
    """TREC 2006 with two assessors, one of whom does not mind case; the adjudicator does."""
    file = site.data / "trec15patterns_factoid"
    strict, lenient = four_way(file), four_way(file, re.IGNORECASE)
    return series(site, 2006, "QA.outputs_2006", "trec15", strict, {"strict": strict, "lenient": lenient})


def year_2007(site: Site) -> None:
    """TREC 2007, for which no patterns exist: checked, pooled, and the first series judged by one person."""
    data, slug = site.data, "trec2007-any"
    ids = site.folder / "ids2007.txt"
    lines = (data / "QA.outputs_2007").read_text(encoding="latin-1").splitlines()
    ids.write_text("".join(f"{docid}\n" for docid in sorted({line.split()[2] for line in lines})))
    site.command("import_collection", "--ids-only", str(ids), "--slug", "ids2007")
    site.create(slug, "series2004", "ids2007", "many_per_factoid=any", *RELAXED)
    topics = [str(data / "trec16questions.xml"), "--target-types", str(data / "trec16targettypes")]
    site.command("import_questions", slug, *topics)
    site.command("submit_run", slug, str(data / "QA.outputs_2007"), "--team", "amkahn")
    site.command("pool", slug)
    pool = [row for row in read_rows(site.export(slug) / "pool.csv") if row["qid"].startswith("216.")]
    rows = judged(pool, "reader", lambda row: "correct" if "Princeton" in row["answer"] else "incorrect")
    site.command("import_judgments", slug, str(write_rows(site.folder / "j.csv", JUDGMENTS, rows)), "--new")
    site.command("score", slug, "--rule", "assessor:reader", fails=True)
    site.command("score", slug, "--rule", "assessor:reader", "--partial")


def trec8(site: Site, runs: int = 45) -> dict[str, float]:
    """TREC-8: its 200 questions, generated runs, three assessors who differ now and then, an adjudicator, two drops."""
    data, slug, rng = site.data, "trec8", random.Random(8)
    answers = read_answers(data / "trec8answers")
    files = write_runs(site.folder / "runs", answers, runs=runs)
    ids = site.folder / "ids.txt"
    named = {line.split()[2] for file in files for line in file.read_text().splitlines()}
    ids.write_text("".join(f"{docid}\n" for docid in sorted(named)))
    site.command("import_collection", "--ids-only", str(ids), "--slug", "trec8ids")
    site.create(slug, "trec8", "trec8ids")
    site.command("import_questions", slug, str(data / "trec8questions"))
    for file in files:
        site.command("submit_run", slug, str(file), "--team", file.stem[:6], "--length", "50")
    site.command("pool", slug)
    pool = read_rows(site.export(slug) / "pool.csv")
    patterns = read_patterns(data / "trec8patterns")
    right = {key_of(row): is_right(patterns, row["qid"], row["answer"]) for row in pool}

    def opinion(row: Row) -> str:
        differs = rng.random() < (0.12 if right[key_of(row)] else 0.004)
        return "yes" if right[key_of(row)] is not differs else "no"

    site.command("assign", slug, "--assessors", "a1,a2,a3")
    rows = [row for name in ("a1", "a2", "a3") for row in judged(pool, name, opinion)]
    site.command("import_judgments", slug, str(write_rows(site.folder / "j.csv", JUDGMENTS, rows)), "--new")
    decisions = decided(rows, lambda item: "yes" if right[key_of(item)] else "no")
    site.command("adjudicate", slug, str(write_rows(site.folder / "d.csv", DECISIONS, decisions)))
    site.command("drop", slug, "131", "--reason", "domestic market of which country?")
    site.command("drop", slug, "184", "--reason", "the document gives her reign, not her life")
    best = {}
    for rule in RULES:
        scores = site.score(slug, rule)
        best[rule] = float(str(scores["team00run1"]["score"]))
    bundle = site.export(slug)
    again = subprocess.run(
        [
            str(users_python()),
            "-m",
            "scoring",
            "score",
            str(bundle),
            "--rule",
            "adjudicated",
            "--json",
            str(site.folder / "files.json"),
        ],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    print("$ python -m scoring score", bundle.name, "\n  " + shortened(again.stdout.strip()))
    site.score(slug, "adjudicated")
    same = (site.folder / "files.json").read_bytes() == (site.folder / f"{slug}.json").read_bytes()
    print("  scores from the files alone are", "byte-identical" if same else "DIFFERENT")
    if not same:
        raise SystemExit(1)
    return best


def key_of(row: Row) -> tuple[str, str, str]:
    """What names a pool item in a track without passages."""
    return row["qid"], row["docid"], row["answer"]


def main() -> None:
    """All three evaluations, one after the other."""
    data = Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get("ASSIZE_REAL_DATA", DEFAULT)).resolve()
    with tempfile.TemporaryDirectory(prefix="assize-journey-") as folder:
        site = Site(Path(folder), data)
        found = year_2006(site)
        year_2007(site)
        best = trec8(site)
    print(f"\n2006: {found['first']} right by the first line, {found['any']} by any (expected 107 and 226)")
    print("TREC-8, best run:", {rule: round(value, 3) for rule, value in best.items()})
    if found != {"first": 107, "any": 226}:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

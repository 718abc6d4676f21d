"""Checks run files and scores bundles from the command line, with no database.

Exit codes: 0 all well, 1 something is wrong with the files (every error on a line of its own), 2 wrong usage.
"""

import argparse
import gc
import gzip
import json
import sys
import zlib
from collections.abc import Collection, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from io import BufferedReader
from pathlib import Path
from typing import Any

from scoring import __version__, bundle, evaluations
from scoring.decimals import in_full
from scoring.evaluate import Scorer, evaluate
from scoring.evaluate.grouped import grouped
from scoring.evaluate.report import ScoreReport, plain
from scoring.evaluations.loader.source import DefinitionError
from scoring.evaluations.own import read as read_evaluation
from scoring.formats import document_lists
from scoring.formats.paragraph_files import ParagraphFiles
from scoring.gold import bare_docid
from scoring.records import Problem, Topics
from scoring.rules import Rule, RuleError, parse_rule
from scoring.spans import report as span_report
from scoring.spans.examples import Corpus
from scoring.spans.predictions import read_predictions
from scoring.spans.scores import VOTES
from scoring.tracks.base import Declaration, GivenOut, KnownDocids, RunChecks, Track
from scoring.tracks.example_files import example_files
from scoring.tracks.table_runs import MAP

TRACK_HELP = f"{', '.join(evaluations.TRACKS)}; or the file of an evaluation of your own (NAME.toml)"


def run() -> int:
    """The command in a process of its own.

    What it reads stays until the end, so that to look for garbage as often as usual is a third of the work.
    """
    gc.freeze()
    gc.set_threshold(5_000)
    return main()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        code: int = options.command(options, parser)
    except OSError as error:
        print(f"{error.filename}: unreadable: {error.strerror}.", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    # Installed by itself the command has a name of its own (scoring/pyproject.toml).
    name = "assize-scoring" if Path(sys.argv[0]).stem == "assize-scoring" else "python -m scoring"
    parser = argparse.ArgumentParser(prog=name, description="Check runs and score campaigns.")
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(
        required=True, metavar="check|examples|score|study|overview|estimate|spans"
    )
    _add_check(commands.add_parser("check", help="check a run file against the rules of its track"))
    _add_examples(
        commands.add_parser(
            "examples", help="write example questions and runs, DTDs and a description of files"
        )
    )
    _add_score(commands.add_parser("score", help="score the runs of a bundle"))
    _add_with_numpy(
        commands.add_parser("study", help="study how far the ranking of a bundle's runs can be trusted"),
        "scoring.studies.command",
        "add_study",
    )
    _add_with_numpy(
        commands.add_parser("overview", help="write the tables of an overview paper as HTML, CSV and LaTeX"),
        "scoring.overview.command",
        "add_overview",
    )
    _add_with_numpy(
        commands.add_parser("estimate", help="estimate scores from a sample that people judged"),
        "scoring.studies.estimate_command",
        "add_estimate",
    )
    _add_spans(commands.add_parser("spans", help="score predictions of Natural Questions"))
    return parser


def _add_check(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=check)
    parser.add_argument("file", type=Path, metavar="FILE", help="the run file")
    parser.add_argument("--track", required=True, type=_track, metavar="TRACK", help=TRACK_HELP)
    parser.add_argument("--questions", required=True, type=Path, metavar="FILE", help="the topics file")
    parser.add_argument(
        "--docids", type=Path, metavar="FILE", help="document ids of the collection, one a line; .gz too"
    )
    parser.add_argument(
        "--collection",
        type=Path,
        metavar="FOLDER",
        help="the XML files of JRC-Acquis and Europarl, to compare quoted paragraphs with",
    )
    parser.add_argument(
        "--lists",
        type=Path,
        metavar="FILE",
        help="document lists, to check that a run of --top50 keeps to them",
    )
    parser.add_argument("--team", default="", help="the team's id")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", dest="settings", help="a setting"
    )
    parser.add_argument("--length", type=int, metavar="LENGTH", help="the declared length of answer strings")
    parser.add_argument(
        "--priority", type=int, default=1, help="the run's priority among the team's (default 1)"
    )
    parser.add_argument("--manual", metavar="TEXT", help="the run is manual, and this was done by hand")
    parser.add_argument("--top50", action="store_true", help="only the top 50 documents were searched")
    parser.add_argument("--encoding", default="utf-8", help="the encoding of the run file (default utf-8)")
    parser.add_argument(
        "--columns", default="", metavar="OURS=THEIRS,…", help="where runs are tables: which column is which"
    )


def _add_examples(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=examples)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="is made where it is not there")
    parser.add_argument("--track", required=True, type=_track, metavar="TRACK", help=TRACK_HELP)
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", dest="settings", help="a setting"
    )


def _add_score(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=score)
    parser.add_argument("bundle", type=Path, metavar="BUNDLE", help="a folder that export wrote")
    parser.add_argument(
        "--rule",
        default="adjudicated",
        type=_rule,
        help="adjudicated (default), majority, union, intersection, assessor:NAME, random:SEED",
    )
    parser.add_argument(
        "--partial", action="store_true", help="take assessor:NAME with the questions NAME judged"
    )
    parser.add_argument("--json", metavar="FILE", help="write the scores here as JSON; - for standard output")
    parser.add_argument("--all", action="store_true", help="list every warning, not the first of each kind")


def _add_with_numpy(parser: argparse.ArgumentParser, module: str, function: str) -> None:
    """The arguments of a command that needs numpy: everything else runs on a bare Python."""
    if find_spec("numpy") is None:  # the modules themselves load it later (`arrays`)
        parser.set_defaults(command=_refuse_study)
        parser.add_argument("rest", nargs=argparse.REMAINDER)
        return
    getattr(import_module(module), function)(parser)


def _refuse_study(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    print("This needs numpy. Install it with: python -m pip install numpy", file=sys.stderr)
    return 1


def _add_spans(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command=spans)
    parser.add_argument(
        "examples", nargs="+", type=Path, metavar="EXAMPLES", help="JSON lines with annotations; .gz too"
    )
    parser.add_argument("--predictions", required=True, type=Path, metavar="FILE", help="JSON as published")
    parser.add_argument(
        "--votes", type=_positive, default=VOTES, help="annotations that make an answer (default 2)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="which five of many annotations are the reference (default 1)"
    )
    parser.add_argument("--json", metavar="FILE", help="write the scores here as JSON; - for standard output")


def check(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Check a run file; list every error and warning."""
    track: Track = options.track
    settings = _settings(track, options.settings, parser)
    topics, problems = track.read_topics(options.questions.read_bytes(), str(options.questions))
    if problems:
        return _fail(problems)
    declaration = Declaration(
        team=options.team,
        length_limit=options.length,
        encoding=options.encoding,
        priority=options.priority,
        automatic=options.manual is None,
        description=options.manual or "",
        scope="top50" if options.top50 else "all",
        declared={MAP: options.columns} if options.columns else {},
    )
    files = ParagraphFiles(options.collection) if options.collection else None
    known = _docids(options.docids) if options.docids else files.known if files else None
    given_out, problems = _given_out(options.lists, topics)
    if problems:
        return _fail(problems)
    texts = files.texts if files else None
    against = RunChecks(topics, declaration, settings, known, given_out, texts)
    checked = track.check_run(options.file.read_bytes(), str(options.file), against)
    for warning in checked.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if checked.problems:
        return _fail(checked.problems)
    print(f"{options.file}: run {checked.run_tag}, {len(checked.responses)} responses, no errors.")
    return 0


def _given_out(file: Path | None, topics: Topics) -> tuple[GivenOut | None, list[Problem]]:
    if file is None:
        return None, []
    listed, problems = document_lists.read(file.read_bytes(), str(file), document_lists.targets_of(topics))
    return document_lists.given_out(listed, topics), problems


def examples(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Write the files that show how those of a track look; print their names."""
    track: Track = options.track
    files = example_files(track, _settings(track, options.settings, parser))
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (options.folder / name).write_bytes(data)
        print(options.folder / name)
    return 0


def score(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Score a bundle; print the runs from best to worst."""
    evaluation, problems = bundle.read(options.bundle)
    if evaluation is None:
        return _fail(problems)
    try:
        scorer = Scorer(evaluation)
        report = evaluate(scorer, options.rule, options.partial)
    except RuleError as error:
        for line in (*error.lines, f"{options.rule}: {error.code}: {error}"):
            print(line, file=sys.stderr)
        return 1
    if options.json == "-":
        sys.stdout.write(report.as_text())
        return 0
    if options.json:
        Path(options.json).write_bytes(report.as_text().encode())
    _print_report(report, scorer.track.score, whole=options.all)
    return 0


def spans(options: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    """Score predictions against the corpus's files; list every error of both."""
    corpus = Corpus()
    for path in options.examples:
        with path.open("rb") as stream:
            corpus.add(stream, str(path))
    read = read_predictions(options.predictions.read_bytes(), str(options.predictions), corpus.places)
    for warning in read.warnings:
        print(f"warning: {warning}", file=sys.stderr)
    if corpus.problems or read.problems:
        return _fail([*corpus.problems, *read.problems])
    if not any(len(one.annotations) >= options.votes for one in corpus.examples.values()):
        message = f"No example has {options.votes} annotations, so that none has an answer."
        return _fail([Problem(str(options.examples[0]), 0, "few_annotations", message, "Lower --votes.")])
    if sentence := span_report.unlike_units(corpus.examples, read.predictions):
        print(f"warning: {sentence}", file=sys.stderr)
    found = span_report.as_json(corpus.examples, read.predictions, options.votes, options.seed)
    text = json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if options.json == "-":
        sys.stdout.write(text)
        return 0
    if options.json:
        Path(options.json).write_text(text, encoding="utf-8")
    print("\n".join(span_report.as_lines(found)))
    return 0


def _print_report(report: ScoreReport, score_name: str, *, whole: bool) -> None:
    for line in report.warnings if whole else [group.line for group in grouped(report.warnings)]:
        print(f"warning: {line}", file=sys.stderr)
    print(
        f"{report.campaign}: rule {report.rule}, {report.evaluated_questions} questions, inputs {report.inputs_sha256}"
    )
    ordered = sorted(
        report.runs.items(), key=lambda entry: (entry[1].score is None, -(entry[1].score or 0), entry[0])
    )
    for run_id, run in ordered:
        named = run.measures if score_name in run.measures else {score_name: run.score, **run.measures}
        measures = "  ".join(f"{name} {_shown(plain(value))}" for name, value in named.items())
        bounds = f"  between {_shown(plain(run.low))} and {_shown(plain(run.high))}" if run.unjudged else ""
        print(f"{run_id}  {measures}  judged {run.judged}  unjudged {run.unjudged}{bounds}")


def _shown(value: float | int | None) -> str:
    if value is None:
        return "-"
    return in_full(value) if isinstance(value, float) else str(value)


def _fail(problems: list[Problem]) -> int:
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1


def _docids(path: Path) -> KnownDocids:
    """Ask a list of ids, one a line, plain or gzip, without holding it in memory; the ending .xml may be missing."""

    def known(asked: Collection[str]) -> set[str]:
        wanted = {bare_docid(docid).encode() for docid in asked}
        with path.open("rb") as packed:
            is_gzip = packed.read(2) == b"\x1f\x8b"
            packed.seek(0)
            lines = gzip.GzipFile(fileobj=packed) if is_gzip else packed
            try:
                bare = (line.strip().removesuffix(b".xml") for line in _bounded(lines))
                there = {docid for docid in bare if docid in wanted}
                return {docid for docid in asked if bare_docid(docid).encode() in there}
            except (EOFError, zlib.error, gzip.BadGzipFile) as error:
                raise OSError(0, f"damaged gzip data ({error})", str(path)) from error

    return known


def _bounded(lines: gzip.GzipFile | BufferedReader) -> Iterator[bytes]:
    """The lines of a file; one longer than any id comes in pieces, so that it cannot fill the memory."""
    while line := lines.readline(1 << 16):
        yield line


def _settings(track: Track, given: list[str], parser: argparse.ArgumentParser) -> dict[str, Any]:
    pairs = [text.partition("=") for text in given]
    try:
        settings = track.parse_settings({key: value for key, _, value in pairs})
        track.check_together(settings)
        return settings
    except ValueError as error:
        parser.error(str(error))


def _track(slug: str) -> Track:
    try:
        return _own_track(Path(slug)) if slug.endswith(".toml") else evaluations.get(slug)
    except (OSError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _own_track(path: Path) -> Track:
    """The evaluation that a file declares. Raises ValueError with every problem."""
    track, problems = read_evaluation(path.read_bytes(), path.name)
    if track is None:
        raise DefinitionError(problems)
    return track


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return int(text)


def _rule(text: str) -> Rule:
    try:
        return parse_rule(text)
    except RuleError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    sys.exit(run())

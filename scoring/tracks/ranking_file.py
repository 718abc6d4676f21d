"""Reads runs that only rank documents: lines of six columns, as trec_eval has them, for tracks whose runs hold answers otherwise.

    qid Q0 docid rank score tag

They bring documents to the questions of the type `Track.ranking`, of which they are measured alone.
"""

from collections.abc import Mapping
from dataclasses import replace

from scoring.formats.encoded import BOM
from scoring.formats.kinds import TEXT, kind_of_file
from scoring.records import Topics
from scoring.say import say, say_n
from scoring.tracks.base import CheckedRun, QuestionType, RunChecks, Track
from scoring.tracks.foreign import note_foreign
from scoring.tracks.line_file import LineCheck
from scoring.tracks.linecheck import LineRules
from scoring.tracks.rankings import DECLARED, DEPTH
from scoring.tracks.whole_run import check_docids, check_missing, check_scores, check_tags

COLUMNS = "qid Q0 docid rank score tag"
RANKS = 1000  # the most segments of a topic
_FIRST = 5  # lines by which a file is told
_SAMPLE = 16_384  # bytes in which they are looked for


def ranks_lines(data: bytes) -> bool:
    """Whether a file is lines of six columns, and no JSON."""
    first = [line.split() for line in data[:_SAMPLE].removeprefix(BOM).splitlines() if line.strip()][:_FIRST]
    is_text = kind_of_file(data) == TEXT and not data.removeprefix(BOM).lstrip().startswith(b"{")
    return is_text and any(len(line) == len(COLUMNS.split()) or line[1:2] == [b"Q0"] for line in first)


def check_ranking(
    track: Track, data: bytes, name: str, against: RunChecks, ids: Mapping[str, str]
) -> CheckedRun:
    """The documents that a run ranks, as responses to questions of the type that it is for.

    `ids`: what its lines call these, and their own ids.
    """
    values = track.settings_with_defaults(against.settings)
    kind = replace(track.under(values), answers=False)
    called = {qid: name for name, qid in ids.items()}
    asked = Topics(
        tuple(one._replace(qid=called[one.qid]) for one in against.topics.questions if one.qid in called)
    )
    check = LineCheck(kind, LineRules(COLUMNS, RANKS), name, asked, against.declaration, values)
    if not against.declaration.accepted:
        _say_what_for(check, kind.question_types[kind.ranking])
    check.read(data)
    if check.rows and check.complete:
        check_tags(check)
        check_scores(check)
        check_missing(check)
        check_docids(check, against.known_docids)
    foreign = note_foreign(check.problems, check.warnings, check.unknown, check.given, asked)
    problems, warnings = check.problems.listed(), check.warnings.listed()
    responses = () if problems else tuple(one._replace(qid=ids[one.qid]) for one in check.responses)
    tag = against.declaration.run_id or next(iter(check.tags), "")
    return CheckedRun(tag, responses, problems, warnings, foreign, DECLARED)


def _say_what_for(check: LineCheck, kind: QuestionType) -> None:
    """Tell first what becomes of such a run; refuse it where nothing does."""
    if kind.judged:
        message = say_n(
            "The file ranks documents and holds no answers: of each question the first is judged ({task}), and the run is "
            "measured by {measures} alone.",
            "The file ranks documents and holds no answers: of each question the first {n} are judged ({task}), and the run is "
            "measured by {measures} alone.",
            check.settings[DEPTH],
            task=say(kind.label),
            measures=", ".join(kind.measures),
        )
        check.warnings.add_first("only_ranks", message, "")
    else:
        message = say(
            "The file ranks documents and holds no answers, and what it is for is not judged here: {task}.",
            task=say(kind.label),
        )
        hint = say("Submit a run of answers.")
        check.problems.add_first("ranking_unjudged", message, hint)

"""Settings that several tracks share."""

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from scoring.say import say, sentence
from scoring.scales import FOUR_WAY, YES_NO
from scoring.tracks.asked import Asked
from scoring.tracks.columns import columns_error
from scoring.tracks.settings import Setting

BEST = "correct"  # stands for the best grade of any scale
MOST_RANKS = 1_000
_DEPTHS = re.compile(r"[1-9][0-9]{0,3}:[1-9][0-9]{0,4}(,[1-9][0-9]{0,3}:[1-9][0-9]{0,4})*")
_DEEPEST = 32_767


# Guidelines of question series (TAC 2008, section III; TREC 2004): one after the other, without looking ahead or back.
LATER_QUESTIONS = Asked(
    "later_questions",
    "yes_no",
    sentence("Did the system look at later questions of a series before it answered one?"),
    sentence("Looked at later questions"),
    sentence("Questions of a series are answered in their order, as in a dialogue."),
    expected="no",
)
INDEPENDENT = Asked(
    "independent",
    "yes_no",
    sentence("Was each series processed independently of the others?"),
    sentence("Series independent"),
    sentence("A system does not adapt to targets that it has processed already."),
    expected="yes",
)


def judges(default: int) -> Setting:
    """How many assessors judge each question."""
    return Setting(
        "judges",
        "int",
        default,
        sentence("Assessors per question"),
        sentence("How many assessors judge each question."),
        minimum=1,
    )


def max_runs(default: int | None) -> Setting:
    """How many runs a team may submit."""
    return Setting(
        "max_runs",
        "int",
        default,
        sentence("Runs per team"),
        sentence("The most runs that one team may submit; none for no limit."),
        optional=True,
        minimum=1,
    )


REMOTE_RESOURCES = Setting(
    "remote_resources",
    "choice",
    "off",
    sentence("Images and styles of documents"),
    sentence(
        "Whether web pages are shown with their images and style sheets: off, without; "
        "archived, as the site fetched them once, the same for every assessor; live, as they "
        "are today, and their servers may see who looks. Changing it during judging changes "
        "what assessors see; each judgment keeps the setting in force."
    ),
    choices=("off", "archived", "live"),
)
MISSING_QUESTIONS = Setting(
    "missing_questions",
    "bool",
    False,
    sentence("Accept runs that leave questions out"),
    sentence("A run may leave questions without a response; they score 0."),
    relaxation=True,
)
UNKNOWN_DOCIDS = Setting(
    "unknown_docids",
    "bool",
    False,
    sentence("Accept unknown document ids"),
    sentence("A run may name documents that are not in the collection."),
    relaxation=True,
)
BETA = Setting(
    "beta",
    "float",
    3.0,
    sentence("Weight of recall in Other"),
    sentence("How much more nugget recall counts than nugget precision."),
)
ALLOWANCE = Setting(
    "allowance",
    "int",
    100,
    sentence("Characters per nugget"),
    sentence(
        "How many characters without white space each matched nugget allows before length is penalised."
    ),
)
LIST_VIEW = Setting(
    "list_view",
    "choice",
    "pool",
    sentence("Judging list questions"),
    sentence("Whether a list question is judged over its whole pool or one run's list at a time."),
    choices=("pool", "run"),
)
FREE_RUN_TAG = Setting(
    "free_run_tag",
    "bool",
    False,
    sentence("Accept any run tag"),
    sentence("A run tag need not start with the team's id."),
    relaxation=True,
)


def nil(*, allowed: bool) -> Setting:
    """Whether a run may say that the collection holds no answer."""
    return Setting(
        "nil",
        "bool",
        allowed,
        sentence("NIL allowed"),
        sentence(
            "A run may answer a factoid question with NIL: the collection holds no answer. "
            "NIL is right where no response was judged right and question development knows "
            "no answer."
        ),
        reads_runs=True,
        later=True,
    )


def right(grades: Collection[str]) -> Setting:
    """Which grades of a factoid question's answers count as right."""
    return Setting(
        "right",
        "names",
        (BEST,),
        sentence("Grades that count as right"),
        sentence(
            "Factoid questions: the grades whose answers earn a score. correct alone is "
            "strict; correct,unsupported and correct,inexact are lenient."
        ),
        choices=(BEST, *grades),
        later=True,
    )


def lengths(default: tuple[int, ...] | None) -> Setting:
    """How long an answer string may be."""
    return Setting(
        "lengths",
        "ints",
        default,
        sentence("Longest answer string"),
        sentence(
            "The limits among which a run declares one, such as 50,250; with a single limit "
            "there is nothing to declare; none for no limit."
        ),
        optional=True,
        minimum=1,
        maximum=1_000_000,
        reads_runs=True,
        later=True,
    )


LENGTH_UNIT = Setting(
    "length_unit",
    "choice",
    "bytes",
    sentence("Unit of that length"),
    sentence("Whether answer strings are measured in bytes of the submitted file or in characters."),
    choices=("bytes", "characters"),
    reads_runs=True,
    later=True,
)


def depths_error(text: str) -> str:
    """What depths by priority must be, where a text is something else; "" where it is that."""
    expected = say("PRIORITY:DEPTH with commas between, such as 1:10,2:5, each priority once")
    if not _DEPTHS.fullmatch(text):
        return expected
    pairs = [pair.split(":") for pair in text.split(",")]
    if len({priority for priority, _ in pairs}) < len(pairs):
        return expected
    return (
        "" if all(int(depth) <= _DEEPEST for _, depth in pairs) else say("depths up to {most}", most=_DEEPEST)
    )


DEPTHS = Setting(
    "depths",
    "text",
    None,
    sentence("Pooling depth by priority"),
    sentence(
        "Down to which rank runs of a priority are pooled where pooling names no depth, such "
        "as 1:10,2:5; runs of other priorities are pooled whole; none for all runs."
    ),
    optional=True,
    later=True,
    check=depths_error,
)


def depths_by_priority(settings: Mapping[str, Any]) -> dict[int, int]:
    """The pooling depth of each priority that the settings name."""
    pairs = (pair.split(":") for pair in (settings.get("depths") or "").split(",") if pair)
    return {int(priority): int(depth) for priority, depth in pairs}


COLUMNS = Setting(
    "columns",
    "text",
    "",
    sentence("Columns of a run file"),
    sentence(
        "The columns in their order: qid, docid and, last, answer; Q0, rank, score "
        "and tag where the file has them."
    ),
    check=columns_error,
    reads_runs=True,
)
RANKS = Setting(
    "ranks",
    "int",
    5,
    sentence("Responses to a question"),
    sentence("How many ranked responses a run may give to a question; 1 for a single one."),
    minimum=1,
    maximum=MOST_RANKS,
    reads_runs=True,
    later=True,
)
SCALE = Setting(
    "scale",
    "choice",
    YES_NO.name,
    sentence("Grades"),
    sentence(
        "Whether an answer is judged yes or no, or correct, inexact, unsupported or incorrect (TREC 2002)."
    ),
    choices=(YES_NO.name, FOUR_WAY.name),
    names_grades=True,
    later=True,
)
MEASURES = Setting(
    "measures",
    "names",
    ("mrr", "no_correct"),
    sentence("Measures"),
    sentence(
        "What runs are measured by; the first is the score. mrr: mean reciprocal rank; "
        "success_1 and success_k: right among the first or the first k; accuracy: any "
        "response right; cws: confidence-weighted score, of questions in the order of the "
        "run file (TREC 2002); no_correct: questions without a right response."
    ),
    choices=("mrr", "no_correct", "accuracy", "success_1", "success_k", "cws"),
    later=True,
)
SUCCESS_K = Setting(
    "success_k",
    "int",
    5,
    sentence("k of success at k"),
    sentence("How many responses success_k looks at."),
    minimum=1,
    maximum=MOST_RANKS,
    later=True,
)
QUESTION_LENGTH = Setting(
    "question_length",
    "int",
    None,
    sentence("Longest answer to a question"),
    sentence(
        "How many characters without white space all strings of a question may have "
        "together; none for no limit."
    ),
    optional=True,
    minimum=1,
    reads_runs=True,
    later=True,
)

# Settings of more than one evaluation, or with which more goes than a value, by name. Defaults are an evaluation's own.
SHARED: Mapping[str, Setting] = MappingProxyType(
    {
        one.name: one
        for one in (
            *(judges(1), max_runs(None), COLUMNS, RANKS, SCALE, MEASURES, SUCCESS_K, QUESTION_LENGTH),
            *(BETA, ALLOWANCE, LIST_VIEW, REMOTE_RESOURCES, MISSING_QUESTIONS, FREE_RUN_TAG, UNKNOWN_DOCIDS),
            *(nil(allowed=False), right(()), lengths(None), LENGTH_UNIT, DEPTHS),
        )
    }
)
# What teams are asked of a run in more than one evaluation.
ASKED: Mapping[str, Asked] = MappingProxyType({one.name: one for one in (LATER_QUESTIONS, INDEPENDENT)})

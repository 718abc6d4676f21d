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
        example=sentence("With 2, two people judge each question, and the page Agreement compares them."),
        everyday=True,
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
        example=sentence("With 3, the fourth run of a team is refused."),
        everyday=True,
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
    example=sentence("With archived, a picture in a web page looks the same to every assessor."),
)
MISSING_QUESTIONS = Setting(
    "missing_questions",
    "bool",
    False,
    sentence("Accept runs that leave questions out"),
    sentence("A run may leave questions without a response; they score 0."),
    relaxation=True,
    example=sentence("On, a run that answers 95 of 100 questions is accepted, and the other 5 score 0."),
)
UNKNOWN_DOCIDS = Setting(
    "unknown_docids",
    "bool",
    False,
    sentence("Accept unknown document ids"),
    sentence("A run may name documents that are not in the collection."),
    relaxation=True,
    example=sentence("On, a run that names a document of another collection is accepted."),
)
BETA = Setting(
    "beta",
    "float",
    3.0,
    sentence("Weight of recall in Other"),
    sentence("How much more nugget recall counts than nugget precision."),
    example=sentence("With 3, recall weighs three times as much as precision; with 1, both weigh the same."),
)
ALLOWANCE = Setting(
    "allowance",
    "int",
    100,
    sentence("Characters per nugget"),
    sentence(
        "How many characters without white space each matched nugget allows before length is penalised."
    ),
    example=sentence("With 100, a response with 4 matched nuggets may have 400 characters at no cost."),
)
LIST_VIEW = Setting(
    "list_view",
    "choice",
    "pool",
    sentence("Judging list questions"),
    sentence("Whether a list question is judged over its whole pool or one run's list at a time."),
    choices=("pool", "run"),
    example=sentence("With run, assessors see the whole list of one run, then that of the next."),
)
FREE_RUN_TAG = Setting(
    "free_run_tag",
    "bool",
    False,
    sentence("Accept any run tag"),
    sentence("A run tag need not start with the team's id."),
    relaxation=True,
    example=sentence("On, the team lake may call a run best1; off, the tag begins with lake."),
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
        example=sentence("On, a run that finds nothing may answer NIL instead of guessing."),
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
        example=sentence(
            "With correct,unsupported, a right answer scores even if its document does not support it."
        ),
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
        example=sentence("With 50,250, each run says which of the two it keeps to."),
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
    example=sentence("“Zürich” has 6 characters, and 7 bytes in UTF-8."),
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
    example=sentence(
        "With 1:10,2:5, the first 10 responses of runs of priority 1 are pooled, and the first 5 of runs of priority 2."
    ),
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
    example=sentence("With qid tag docid answer, a line reads: 12 lake1 NEWS-0485 Warren Moon."),
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
    example=sentence("With 5, a run may give five answers to a question, the best one first."),
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
    example=sentence(
        "With four-way, a right answer in too many words is inexact; with yes-no, it is right or it is not."
    ),
    everyday=True,
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
    example=sentence("With accuracy,mrr, runs are ranked by accuracy, and mrr is shown beside it."),
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
    example=sentence("With 5, a question counts if one of its first five responses is right."),
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
    example=sentence("With 7000, a list of 100 answers may have 70 characters for each of them."),
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

"""Settings that several tracks share."""

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from scoring.say import say, sentence
from scoring.scales import Scale
from scoring.tracks.asked import Asked
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


def counting_as_right(scale: Scale, settings: Mapping[str, Any]) -> Scale:
    """A scale with the grades that the settings count as right."""
    return scale.counting(settings["right"])


def right_contradictions(scale: Scale, settings: Mapping[str, Any]) -> Iterator[str]:
    """What the setting `right` asks for and the scale does not have."""
    if BEST not in settings["right"]:
        yield say(
            "right leaves out {best}; the best grade always counts as right, so name it too.", best=BEST
        )
    if unknown := [name for name in settings["right"] if name not in (BEST, *scale.grades)]:
        yield say(
            "right names {unknown}, and the grades are {grades}; leave it out.",
            unknown=", ".join(unknown),
            grades=", ".join(scale.grades),
        )


def weights_contradictions(settings: Mapping[str, Any]) -> Iterator[str]:
    """Weights of which none weighs."""
    for name in ("weights", "weights_without_list"):
        if name in settings and not any(settings[name]):
            yield say(
                "{name} are all 0, so that no series has a score; give at least one of them a weight.",
                name=name,
            )

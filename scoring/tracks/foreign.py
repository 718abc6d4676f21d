"""Tells a run of other questions (last year's, another evaluation's) in one sentence in place of an error for each line."""

from collections.abc import Collection
from itertools import islice

from scoring.formats.problems import Problems, shown
from scoring.records import Topics
from scoring.say import say, sentence

FOREIGN = "other_questions"
FEWEST = 2  # ids that must be in a file: one may be a slip
_NAMED = 3
_SAID_BY_IT = ("unknown_question", "missing_question", "unknown_example", "missing_examples")
HINT = sentence("Submit the run that answers these questions; their ids are in the topics file.")


def note_foreign(
    problems: Problems, warnings: Problems, unknown: Collection[str], known: Collection[str], topics: Topics
) -> tuple[str, ...]:
    """The ids in a file of which none is asked here, after saying so first; nothing where one is."""
    if known or len(unknown) < FEWEST or not topics.questions:
        return ()
    problems.add_first(
        FOREIGN,
        say(
            "The file seems to be a run of other questions: none of its {count} question ids ({ids}) is asked here, "
            "where they go from {first} to {last}.",
            count=len(unknown),
            ids=", ".join([*map(shown, islice(unknown, _NAMED)), *["…"] * (len(unknown) > _NAMED)]),
            first=topics.questions[0].qid,
            last=topics.questions[-1].qid,
        ),
        say(HINT),
    )
    problems.leave_out(*_SAID_BY_IT)
    warnings.leave_out(*_SAID_BY_IT)
    return tuple(unknown)

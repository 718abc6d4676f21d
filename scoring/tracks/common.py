"""Settings that several tracks share."""

from scoring.tracks.settings import Setting


def judges(default: int) -> Setting:
    """How many assessors judge each question."""
    return Setting(
        "judges",
        "int",
        default,
        "Assessors per question",
        "How many assessors judge each question.",
        minimum=1,
    )


def max_runs(default: int | None) -> Setting:
    """How many runs a team may submit."""
    return Setting(
        "max_runs",
        "int",
        default,
        "Runs per team",
        "The most runs that one team may submit; none for no limit.",
        optional=True,
        minimum=1,
    )


REMOTE_RESOURCES = Setting(
    "remote_resources",
    "choice",
    "off",
    "Images and styles of documents",
    "Whether documents may load what lies outside them: not at all, from archived copies, or live.",
    choices=("off", "archived", "live"),
)
MISSING_QUESTIONS = Setting(
    "missing_questions",
    "bool",
    False,
    "Accept runs that leave questions out",
    "A run may leave questions without a response; they score 0.",
    relaxation=True,
)
UNKNOWN_DOCIDS = Setting(
    "unknown_docids",
    "bool",
    False,
    "Accept unknown document ids",
    "A run may name documents that are not in the collection.",
    relaxation=True,
)

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
    "Whether web pages are shown with their images and style sheets: off, without; archived, as the site "
    "fetched them once, the same for every assessor; live, as they are today, and their servers may see who "
    "looks. Changing it during judging changes what assessors see; each judgment keeps the setting in force.",
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
BETA = Setting(
    "beta",
    "float",
    3.0,
    "Weight of recall in Other",
    "How much more nugget recall counts than nugget precision.",
)
ALLOWANCE = Setting(
    "allowance",
    "int",
    100,
    "Characters per nugget",
    "How many characters without white space each matched nugget allows before length is penalised.",
)
LIST_VIEW = Setting(
    "list_view",
    "choice",
    "pool",
    "Judging list questions",
    "Whether a list question is judged over its whole pool or one run's list at a time.",
    choices=("pool", "run"),
)
FREE_RUN_TAG = Setting(
    "free_run_tag",
    "bool",
    False,
    "Accept any run tag",
    "A run tag need not start with the team's id.",
    relaxation=True,
)

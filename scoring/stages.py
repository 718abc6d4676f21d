"""Stages and tasks: what one person does on one page of one question, and what they say there.

An evaluation's questions go through stages. A stage is finished and handed over as a whole; its tasks say of what something
is said (items of the pool, entries that people write while judging, the page of a question) and which table of a bundle
holds it. Pages, counters, imports and studies ask the stage or the task, never which form a question has.

An assignment names its stage, and says whether it is the primary assessor's. Files and the API have one word for both, a
role: `role_of` and `stage_of` translate, and nothing else does.
"""

from typing import NamedTuple

ITEM, ENTRY, PAGE = "item", "entry", "page"  # what there is to do one by one
ANSWER, ANNOTATED = "answer", "annotated"  # kinds of items: what runs answered, and what annotators did
CLASS, NUGGET = "class", "nugget"  # kinds of entries
PRIMARY, JUDGE, VOTER, EXPERT, MACHINE = "primary", "judge", "voter", "expert", "machine"  # roles


class Task(NamedTuple):
    """What somebody says of items, of entries, of entries in items, or of places on a page."""

    name: str
    tables: tuple[str, ...]  # of a bundle, that hold what is said
    entry: str = ""  # the kind of entry that it is said of, or that an item is put into; "": none


class Stage(NamedTuple):
    """Tasks that one person does on one page of one question."""

    name: str
    page: str  # the name under which assessment.judging.views has it
    of: str  # what is done one by one, and counted: the items of the pool, entries, or the one page
    tasks: tuple[Task, ...]
    items: str = ""  # the kind of the items of its pools; "": it has no pools
    may_find_none: bool = (
        False  # whether its person says so where nothing right was found, and organizers are told
    )
    role: str = JUDGE  # of whoever does it and is not the primary assessor
    after: str = ""  # the stage of the question whose outcome it is about; "": the question is judged in it
    not_with: tuple[str, ...] = ()  # stages of the same question that no one person may do along with it
    on_top: bool = False  # whether its people come on top of those whom a question is to have

    def does(self, task: Task) -> bool:
        """Whether a task is one of it."""
        return task in self.tasks

    @property
    def entry(self) -> str:
        """The kind of entries that its people write or put items into; "": none."""
        return next((task.entry for task in self.tasks if task.entry), "")


GRADES = Task("grades", ("judgments", "adjudications"))
CLASSES = Task("classes", ("classes",), CLASS)  # each right item is put into one; a field of its grade
LISTING = Task("nuggets", ("nuggets",), NUGGET)  # the list is written
MATCHING = Task("matching", ("matches",), NUGGET)  # which nuggets stand in an item
VOTES = Task("votes", ("votes",), NUGGET)  # how much each weighs
PLACES = Task("annotation", ())  # long and short answers on the page; annotations.jsonl

ANSWERS_STAGE = Stage("answers", "answers", ITEM, (GRADES,), ANSWER, may_find_none=True)
LIST_STAGE = Stage("answers", "answers", ITEM, (GRADES, CLASSES), ANSWER, may_find_none=True)
NUGGETS_STAGE = Stage("nuggets", "nuggets", ITEM, (LISTING, MATCHING, VOTES), ANSWER, may_find_none=True)
VOTES_STAGE = Stage("votes", "nuggets", ENTRY, (VOTES,), role=VOTER, after="nuggets")
ANNOTATION_STAGE = Stage("annotation", "annotate", PAGE, (PLACES,))
EXPERTS_STAGE = Stage(
    "experts",
    "answers",
    ITEM,
    (GRADES,),
    ANNOTATED,
    role=EXPERT,
    after="annotation",
    not_with=("annotation",),
    on_top=True,
)
# Nobody does it: it ties what a program said to the question.
PROGRAMS = Stage("programs", "", ITEM, (), role=MACHINE)

STAGES = (ANSWERS_STAGE, LIST_STAGE, NUGGETS_STAGE, VOTES_STAGE, ANNOTATION_STAGE, EXPERTS_STAGE)
# Names of stages: in which questions are judged; in which entries are voted on, and no more; whose people come on top.
JUDGING = tuple(sorted({stage.name for stage in STAGES if not stage.after}))
VOTING = tuple(sorted({stage.name for stage in STAGES if stage.of == ENTRY}))
ON_TOP = tuple(sorted({stage.name for stage in STAGES if stage.on_top}))
_ROLES = {stage.name: stage.role for stage in (*STAGES, PROGRAMS)}
_STAGES = {role: name for name, role in _ROLES.items() if role != JUDGE}


def role_of(stage: str, primary: bool) -> str:
    """What files and the API call whoever does the stage of this name; `primary`, as the primary assessor."""
    return PRIMARY if primary else _ROLES[stage]


def stage_of(role: str, first: Stage) -> str:
    """The name of the stage that somebody of this role does, of a question that is judged in `first`."""
    return _STAGES.get(role, first.name)

"""Stages and tasks: what one person does on one page of one question, and what they say there.

An evaluation's questions go through stages. A stage is finished and handed over as a whole; its tasks say of what something
is said (items of the pool, entries that people write while judging, the page of a question) and which table of a bundle
holds it. Pages, counters, imports and studies ask the stage or the task, never which form a question has.

A stage stands where it is used: with its form, or with the track whose people do it. `scoring.evaluations` finds them all.
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

# Nobody does it: it ties what a program said to the question.
PROGRAMS = Stage("programs", "", ITEM, (), role=MACHINE)

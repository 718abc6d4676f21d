"""The bundle of a campaign without names of people: person-1, person-2 and so on, the same in all its files.

The pseudonyms stand in the order of the names, since whom `random:SEED` and the studies draw depends on that order: so
every number comes out of the files to its last digit. Programs that judged keep their names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from assessment.campaigns.models import Campaign
from assessment.people.models import Member
from assessment.results.selectors.annotations import made_id
from scoring.annotations import AnnotatedExample, Annotation
from scoring.formats.tables import TABLES

NAMING = ("assessor", "adjudicator")  # columns that name a person

Pseudonyms = Mapping[str, str]  # by name
Rows = Iterable[Sequence[str]]


def pseudonyms_of(campaign: Campaign) -> Pseudonyms:
    """What everybody in a campaign is called in files without names."""
    names = sorted(Member.objects.filter(campaign=campaign, machine=None).values_list("name", flat=True))
    digits = len(str(len(names)))
    return {name: f"person-{number:0{digits}}" for number, name in enumerate(names, 1)}


def renamed_rows(table: str, rows: Rows, people: Pseudonyms | None) -> Rows:
    """The rows of a table with pseudonyms, in the order of code points again; as they are where nobody gets any."""
    column = next((TABLES[table].index(name) for name in NAMING if name in TABLES[table]), None)
    if people is None or column is None or table == "machines":
        return rows
    return sorted(_renamed(rows, column, people), key=lambda row: [cell or "" for cell in row[: column + 1]])


def _renamed(rows: Rows, column: int, people: Pseudonyms) -> Iterator[Sequence[str]]:
    for row in rows:
        yield [*row[:column], people.get(row[column], row[column]), *row[column + 1 :]]


def renamed_annotations(
    examples: Iterable[AnnotatedExample], slug: str, people: Pseudonyms
) -> Iterator[AnnotatedExample]:
    """The annotations with pseudonyms; an id that was made of a name is made anew."""
    for example in examples:
        rename = _annotation(slug, example.example_id, people)
        yield example._replace(annotations=tuple(map(rename, example.annotations)))


def _annotation(slug: str, qid: str, people: Pseudonyms) -> Callable[[Annotation], Annotation]:
    def renamed(one: Annotation) -> Annotation:
        name = people.get(one.annotator, one.annotator)
        is_made = one.annotation_id == made_id(slug, qid, one.annotator)
        return one._replace(
            annotator=name, annotation_id=made_id(slug, qid, name) if is_made else one.annotation_id
        )

    return renamed

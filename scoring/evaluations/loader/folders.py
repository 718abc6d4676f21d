"""Evaluations that are built in: a folder with evaluation.toml, and Python under fixed names where that does not do.

Their declarations may say more than those that people bring: settings, series, samples, files in formats of their own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import partial
from importlib import import_module
from importlib.resources.abc import Traversable
from types import MappingProxyType, ModuleType
from typing import Any

from scoring.evaluations.loader.criteria import read_criteria
from scoring.evaluations.loader.files import QUESTIONS, RUNS
from scoring.evaluations.loader.samples import read_sample
from scoring.evaluations.loader.scales import read_scales
from scoring.evaluations.loader.settings import Settings, check_patches, read_settings
from scoring.evaluations.loader.source import DefinitionError, Source
from scoring.evaluations.loader.table import TEXT, Table
from scoring.evaluations.loader.types import Around, read_types
from scoring.forms import FORMS
from scoring.say import say
from scoring.tracks.asked import Asked
from scoring.tracks.base import QuestionType, Track, Types
from scoring.tracks.common import ASKED, MOST_RANKS
from scoring.tracks.linecheck import LineRules
from scoring.tracks.lines import LineTrack
from scoring.tracks.series import SERIES_RULES, SeriesRules
from scoring.tracks.shapes import contradictions, shaped

FILE = "evaluation.toml"
PYTHON = (
    "run",
    "topics",
    "settings",
    "totals",
    "measures",
    "pairs",
)  # what modules of a folder may be called


def folders(parent: Traversable) -> list[Traversable]:
    """The folders that declare an evaluation, by name; the package may lie in a ZIP file."""
    inside = (one for one in parent.iterdir() if one.is_dir() and (one / FILE).is_file())
    return sorted(inside, key=lambda one: one.name)


def read_folder(folder: Traversable, package: str) -> Track:
    """The evaluation of a folder, whose modules are in a package. Raises DefinitionError with all that is wrong."""
    source = Source((folder / FILE).read_bytes(), f"{folder.name}/{FILE}")
    root = Table(source, source.values)
    module = import_module(f"{package}.{folder.name}.run") if (folder / "run.py").is_file() else None
    declared = _declared(root, folder.name, module) if source.values else None
    if declared is None or source.problems:
        raise DefinitionError(source.problems.listed())
    kind, values = declared
    return kind(**values)


def _declared(root: Table, slug: str, module: ModuleType | None) -> tuple[type[Track], dict[str, Any]]:
    """The class of a track, and its fields."""
    scales = read_scales(root)
    settings = read_settings(root, scales)
    known = {one.name: one.default for one in settings.settings}
    runs, questions = root.table("runs"), root.table("questions")
    ranks = runs.whole("ranks", 1, 1, MOST_RANKS)
    around = Around(FORMS, scales, ranks, known, read_criteria(root, scales))
    types = read_types(root, around, in_series="series" in root or module is not None)
    names = [kind.name for kind in types]
    check_patches(root, settings, names)
    measures = root.names("measures", tuple(dict.fromkeys(name for kind in types for name in kind.measures)))
    scores = ("score",) if "series" in root else measures
    values = {
        "slug": slug,
        "title": root.text("title"),
        "about": root.text("about", "", TEXT),
        "since": root.whole("since", None, 1900, 2999),
        "defined_by": root.text("source"),
        "sample": read_sample(root.table("sample"), names),
        "question_types": _by_name(types),
        "settings": settings.settings,
        "score": root.choice("score", scores, scores[0] if scores else ""),
        "measures": measures,
        "length_limits": known.get("lengths") or (),
        "series_rules": _series(root, types),
        "gold": root.flag("gold", False),
        "checklist": tuple(_looked_for(one) for one in root.tables("checklist", 20, ())),
        "fixed": root.names("fixed", ()),
        **_runs(runs, names),
        **_questions(questions),
        **_behaviour(settings, known, types),
    }
    kind, more = _of_files(runs, questions, types, ranks, module)
    for table in (runs, questions, root):
        table.done()
    return kind, {**values, **more}


def _behaviour(settings: Settings, known: Mapping[str, Any], types: Sequence[QuestionType]) -> dict[str, Any]:
    """How settings change the types of question, and which contradict each other."""
    shapes = settings.patches or known.keys() & {"ranks", "nil", "scale", "right", "measures", "types"}
    against = known.keys() & {"right", "measures", "weights"}
    return {
        "shape": partial(shaped, settings.patches) if shapes else None,
        "contradicted": partial(contradictions, settings.patches, _by_name(types)) if against else None,
    }


def _by_name(types: Sequence[QuestionType]) -> Types:
    return MappingProxyType({kind.name: kind for kind in types})


def _series(root: Table, types: Sequence[QuestionType]) -> SeriesRules | None:
    """How the scores of a series' questions become its own; the parameters name types of question."""
    if "series" not in root:
        return None
    table = root.table("series")
    rules = SERIES_RULES[table.choice("total", SERIES_RULES, next(iter(SERIES_RULES)))]
    names = [kind.name for kind in types]
    given = {one.name: table.choice(one.name, names) for one in fields(rules)}
    table.done()
    return rules(**given)


def _looked_for(table: Table) -> tuple[str, str]:
    found = (table.name("name"), table.text("title"))
    table.done()
    return found


def _asked(table: Table) -> tuple[Asked, ...]:
    names = table.names("asked", ())
    for name in names:
        if name not in ASKED:
            message = say("Nothing that is asked of runs is called {name}.", name=name)
            table.refuse("asked", message, say("There are {names}.", names=", ".join(ASKED)), "unknown_name")
    return tuple(ASKED[name] for name in names if name in ASKED)


def _runs(table: Table, names: Sequence[str]) -> dict[str, Any]:
    """What is said of run files, whoever reads them."""
    values: dict[str, Any] = {
        "run_suffix": table.text("suffix", ".txt"),
        "run_kinds": table.names("kinds", ()),
        "document_lists": table.flag("document_lists", True),
        "any_encoding": table.flag("any_encoding", True),
        "answered": table.flag("answered", False),
        "ranking": table.choice("ranking", names, ""),
        "asked": _asked(table),
    }
    id_from = table.text("id_from", "")
    return values | ({"run_id_from": id_from} if id_from else {})


def _questions(table: Table) -> dict[str, Any]:
    """What is said of topics files, whoever reads them."""
    return {
        "languages": table.names("languages", ()),
        "untold": table.text("untold", ""),
        "streams_topics": table.flag("streams", False),
    }


def _of_files(
    runs: Table, questions: Table, types: Sequence[QuestionType], ranks: int, module: ModuleType | None
) -> tuple[type[Track], dict[str, Any]]:
    """The class of the track: that of run.py where the folder has one, else that of lines."""
    reader = runs.choice("reader", *((("run.py",), "run.py") if module else (RUNS, "lines")))
    if module:
        questions.choice("reader", ("topics.py",), "topics.py")
        kind = next(one for one in vars(module).values() if _is_kind(one, module))
        return kind, {"questions_file": questions.text("file")}
    file = QUESTIONS[questions.choice("reader", QUESTIONS, "table")].of([kind.name for kind in types])
    readers = {"topics_reader": file.read, "topics_writer": file.write}
    return RUNS.get(reader, LineTrack), {"rules": _rules(runs, ranks), "questions_file": file.name, **readers}


def _is_kind(one: object, module: ModuleType) -> bool:
    return isinstance(one, type) and issubclass(one, Track) and one.__module__ == module.__name__


def _rules(table: Table, ranks: int) -> LineRules:
    """How lines look."""
    return LineRules(
        columns=table.text("columns"),
        max_rank=ranks if ranks > 1 else None,
        max_text=table.whole("question_length", None, 1, 1_000_000),
        docid_form=table.text("docid_form", ""),
        docid_family=table.text("docid_family", ""),
        **{
            name: table.flag(name, False)
            for name in ("team_tag", "priority_tag", "first_automatic", "one_break")
        },
    )

"""Every address of the site, as its resolver knows them, filled in with what the campaign of canaries holds.

A new address whose parts are known here is walked by itself. One with a part that is not fails the tests until its
values stand in PARTS (for every address) or OWN (for one).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from assessment.campaigns.services.examples import EXAMPLES
from assessment.judging.models import Assignment
from assessment.judging.views.annotation import ACTIONS
from assessment.judging.views.parts import CLASS_ACTIONS, NUGGET_ACTIONS
from assessment.people.models import Member
from assessment.studies.selectors.machines import machines_of
from assessment.submissions.models import PoolItem
from assessment.training.models import TrainingAttempt
from assessment.webhooks.models import Delivery
from documents.links import document_url
from scoring.formats.tables import TABLES
from scoring.tracks.example_files import example_files
from tests.blindness.scene import ELSEWHERE, HALL, Scene
from tests.blindness.who import Who

Values = Callable[[Scene], Sequence[Any]]
ADMIN = "admin:"  # Django's own pages, for site admins alone: tests/assize/security asks for each
NOTHING = (987_654,)  # the key of no row: its page is that of what is not there


class Pattern(NamedTuple):
    """An address as the resolver has it."""

    name: str
    parts: tuple[str, ...]


def all_patterns(
    patterns: Iterable[URLPattern | URLResolver] | None = None, space: str = ""
) -> Iterator[Pattern]:
    """Every address but those of Django's administration."""
    for found in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(found, URLResolver):
            inner = f"{space}{found.namespace}:" if found.namespace else space
            if inner != ADMIN:
                yield from all_patterns(found.url_patterns, inner)
        elif found.name:
            yield Pattern(f"{space}{found.name}", tuple(found.pattern.converters))


def paths_of(pattern: Pattern, scene: Scene) -> list[str]:
    """The paths of an address, one for each row that it can name. LookupError where a part is not known."""
    own = OWN.get(pattern.name, {})
    try:
        values = [(own.get(part) or PARTS[part])(scene) for part in pattern.parts]
    except KeyError as error:
        raise LookupError(
            f"{pattern.name} has a part, {error}, that tests/blindness/addresses.py does not know. "
            "Say in PARTS or OWN which rows it can name."
        ) from error
    filled = (dict(zip(pattern.parts, chosen, strict=True)) for chosen in product(*values))
    return [reverse(pattern.name, kwargs=named) for named in filled] + FURTHER.get(pattern.name, _none)(scene)


def paths_for(who: str, pattern: Pattern, scene: Scene) -> list[str]:
    """The same; for somebody of another campaign also what that campaign would make of the rows of this one."""
    paths = paths_of(pattern, scene)
    if who != Who.FOREIGN:
        return paths
    return paths + [path.replace(f"/{HALL}/", f"/{ELSEWHERE}/", 1) for path in paths if f"/{HALL}/" in path]


def _none(scene: Scene) -> list[str]:
    return []


def _always(*values: Any) -> Values:
    return lambda scene: values


def _rows(name: str, field: str = "pk") -> Values:
    """The newest row of something that belongs to the campaign."""

    def values(scene: Scene) -> Sequence[Any]:
        rows = getattr(scene.campaign, name).order_by("-pk")
        return list(rows.values_list(field, flat=True)[:1]) or NOTHING

    return values


def _candidates(scene: Scene) -> Sequence[Any]:
    """The candidate questions of everybody: each of those who may enter some reads their own."""
    return list(scene.campaign.candidates.order_by("pk").values_list("pk", flat=True))


def _deliveries(scene: Scene) -> Sequence[Any]:
    """A message to the newest webhook."""
    rows = Delivery.objects.filter(webhook__campaign=scene.campaign).order_by("-pk")
    return list(rows.values_list("pk", flat=True)[:1]) or NOTHING


def _questions(scene: Scene) -> Sequence[Any]:
    """One question of each type, and the first of all."""
    found: dict[str, str] = {}
    for kind, qid in scene.campaign.questions.order_by("position", "pk").values_list("type", "qid"):
        found.setdefault(kind, qid)
    return list(found.values())


def _assignments(scene: Scene) -> Sequence[Any]:
    """For the assessors, one assignment of each type of question."""
    found: dict[tuple[int, str], int] = {}
    people = [scene.accounts[who] for who in (Who.FIRST, Who.SECOND, Who.MANY)]
    rows = Assignment.objects.filter(member__account__in=people).order_by("question__position", "pk")
    for account, kind, pk in rows.values_list("member__account", "question__type", "pk"):
        found.setdefault((account, kind), pk)
    return list(found.values()) or NOTHING


def _tries(scene: Scene) -> Sequence[Any]:
    """A try at a sample question, where somebody has begun one."""
    rows = TrainingAttempt.objects.filter(question__campaign=scene.campaign)
    return list(rows.values_list("pk", flat=True)) or NOTHING


def _runs(scene: Scene) -> Sequence[Any]:
    """One run of each team."""
    found = dict(scene.campaign.runs.order_by("-pk").values_list("team", "run_id"))
    return sorted(found.values()) or ["norun"]


def _versions(scene: Scene) -> Sequence[Any]:
    return list(scene.campaign.qrels.order_by("version").values_list("version", flat=True)) or [1]


def _member(scene: Scene) -> Sequence[Any]:
    return [Member.objects.get(campaign=scene.campaign, account=scene.accounts[Who.SECOND]).pk]


def _account(scene: Scene) -> Sequence[Any]:
    return [scene.accounts[Who.SECOND].pk]


def _team(scene: Scene) -> Sequence[Any]:
    return list(scene.campaign.teams.order_by("name").values_list("pk", flat=True)) or NOTHING


def _of_items(name: str, *queries: str) -> Callable[[Scene], list[str]]:
    """An address of judging with some answers of the assignment's question, and with one that is not there."""

    def paths(scene: Scene) -> list[str]:
        found = []
        for pk in _assignments(scene):
            items = PoolItem.objects.filter(question__assignments=pk).order_by("docid", "answer", "pk")
            asked = [*items.values_list("pk", flat=True)[:2], *NOTHING]
            address = reverse(name, args=[pk])
            found += [f"{address}?{query.format(item=item)}" for item in asked for query in queries]
        return found

    return paths


def _items(scene: Scene) -> Any:
    items = PoolItem.objects.filter(question__campaign=scene.campaign).order_by("docid", "answer", "pk")
    return items.values_list("pk", flat=True)


def _machines(scene: Scene) -> Sequence[Any]:
    """One program that judged."""
    return machines_of(scene.campaign)[:1] or ["judge@1"]


def _docid(scene: Scene) -> Sequence[Any]:
    items = scene.campaign.pool_rounds.values_list("pool_items__docid", flat=True)
    return [docid for docid in items[:1] if docid] or ["HN-0001"]


def _document(scene: Scene) -> list[str]:
    """A document by the second assessor's own address, which is good for nobody else."""
    reader = str(scene.accounts[Who.SECOND].pk)
    return [document_url("wire", docid, reader=reader) for docid in _docid(scene)]


def _searches(scene: Scene) -> list[str]:
    """A search that finds documents, one of them opened, and one that finds none."""
    address = reverse("campaigns:search", args=[HALL])
    [docid] = _docid(scene)
    return [f"{address}?q={asked}" for asked in ("saw", f"saw&document={docid}", "zebra")]


# What a part of an address can name, wherever it stands.
PARTS: Mapping[str, Values] = {
    "slug": _always(HALL),
    "qid": _questions,
    "assignment": _assignments,
    "run_id": _runs,
    "version": _versions,
    "key": _rows("series", "key"),
    "series": _rows("series", "key"),
    "docid": _docid,
    "collection": _always("wire"),
    "digest": _always("0" * 64),
    "number": _rows("imports", "number"),
    "position": _always(0),
    "check": _rows("jobs"),
    "target": _always("1", "EN"),
    "source": _always("EN"),
    "pair": _always("EN:EN"),
    "action": _always("undo"),
    "step": lambda scene: sorted(ACTIONS),
    "table": lambda scene: [f"{name}.csv" for name in TABLES],
    "item": lambda scene: list(_items(scene)[:1]) or NOTHING,
    "rule": _always("adjudicated", "union"),
    "part": _always("long"),
    "token": _always("wrong"),  # whoever has a link may use it
    "uidb64": lambda scene: [scene.links["password"].rstrip("/").split("/")[-2]],
}
# What a part can name in one address.
OWN: Mapping[str, Mapping[str, Values]] = {
    "campaigns:collection": {"slug": _always("wire")},
    "people:account-creates": {"pk": _account},
    "privacy:remove": {"pk": _account},
    "people:account-open": {"pk": _account},
    "people:password-link": {"pk": _account},
    **{
        f"campaigns:import-file{act}": {"kind": _always("assignments")}
        for act in ("", "-confirm", "-discard")
    },
    "campaigns:file-example": {"kind": lambda scene: sorted(EXAMPLES)},
    "campaigns:site-example": {"kind": lambda scene: sorted(EXAMPLES)},
    "judging:manual": {"page": _always("imports")},
    "judging:change-classes": {"action": lambda scene: sorted(CLASS_ACTIONS)},
    "judging:change-nuggets": {"action": lambda scene: sorted(NUGGET_ACTIONS)},
    **{
        f"judging:{name}": {"name": _always("names-1")}
        for name in ("sample", "sample-move", "sample-remove", "training-begin")
    },
    "submissions:example-file": {
        "name": lambda scene: list(example_files(scene.campaign.track, scene.campaign.rules))
    },
    "people:token-revoke": {"pk": _always(*NOTHING)},
    "api:assignment": {"pk": _assignments},
    "api:items": {"pk": _assignments},
    "api:item-document": {"pk": _assignments},
    "api:list": {"target": _always("1")},
    "api:list-texts": {"target": _always("1")},
    **{
        f"api:own-{name}": {"pk": _assignments}
        for name in (
            "classes",
            "nuggets",
            "drafts",
            "matches",
            "annotation",
            "boxes",
            "asked",
            "undo",
            "finish",
        )
    },
    "api:job": {"pk": _rows("jobs")},
    "api:candidate": {"pk": _candidates},
    "api:candidate-decision": {"pk": _candidates},
    "api:candidate-languages": {"pk": _candidates},
    "api:candidate-checks": {"pk": _candidates},
    "campaigns:read-candidate": {"pk": _candidates, "position": _always(1)},
    "api:undo-act": {"pk": _rows("change_batches")},
    "api:invitation": {"pk": _rows("invitations")},
    "api:site-job": {"pk": _rows("jobs")},
    "api:person": {"pk": _member},
    "api:work-of-person": {"pk": _member},
    "api:judgments-taken-back": {"pk": _member},
    "api:undo-move": {"pk": _rows("work_moves")},
    "api:training-sample": {"name": _always("names-1")},
    "api:training-sample-move": {"name": _always("names-1")},
    "api:team": {"pk": _team},
    "api:registration": {"pk": _team},
    "api:request-decision": {"pk": _rows("applications")},
    "api:work-of-one": {"pk": _assignments},
    **{f"api:machine-{name}": {"name": _machines} for name in ("comparison", "trial")},
    "api:export": {"name": _always("bundle.zip", "runs.zip", "qrels.txt", "judgments.csv", "judged.zip")},
    **{
        f"webhooks:{name}": {"pk": _rows("webhooks"), "delivery": _deliveries}
        for name in ("webhook", "messages", "secret", "switch", "trial", "remove", "send")
    },
    **{
        f"api:{name}": {"pk": _rows("webhooks"), "delivery": _deliveries}
        for name in ("webhook", "webhook-secret", "webhook-trial", "deliveries", "delivery")
    },
    "judging:assign-give-back": {"pk": _rows("work_moves")},
    "judging:batch": {"pk": _rows("change_batches")},
    "judging:undo-batch": {"pk": _rows("change_batches")},
    **{
        f"judging:{name}": {"pk": _member}
        for name in (
            *("assign-person", "judgments-remove", "person", "person-put-back"),
            *("person-remove", "person-remove-name"),
        )
    },
    "campaigns:member-roles": {"pk": _member},
    **{f"judging:training-{name}": {"pk": _tries} for name in ("try", "save", "finish", "annotation")},
    **{
        f"campaigns:{name}": {"pk": _candidates}
        for name in (
            *("candidate", "edit-candidate", "candidate-languages"),
            *("reject-candidate", "reconsider-candidate"),
        )
    },
    "judging:accept-candidate": {"pk": _candidates},
    "campaigns:withdraw-invitation": {"pk": _rows("invitations")},
    **{f"jobs:{name}": {"pk": _rows("jobs")} for name in ("job", "part", "cancel")},
    **{f"jobs:site-{name}": {"pk": _rows("jobs")} for name in ("job", "part", "cancel")},
    "notices:send": {"pk": _rows("notices")},
    **{
        f"submissions:{name}": {"pk": _team}
        for name in ("team", "rename-team", "delete-team", "anonymize-team", "registration")
    },
    "submissions:decide-application": {"pk": _rows("applications")},
    "submissions:download": {"target": _always("EN")},
    "campaigns:document-list": {"target": _always("1")},
    "campaigns:document-archive": {"target": _always("1")},
    "results:leaderboard-file": {"form": _always("csv")},
    "results:board-figure": {
        "name": _always("days", "times", "pool-sizes", "pool-shared", "people-work"),
        "form": _always("svg", "csv"),
    },
    "results:run-figure": {"name": _always("median"), "form": _always("svg", "csv")},
    "results:qrels-now": {"form": _always("qrels", "trec_eval")},
    "studies:page": {"name": _always("significance", "agreement", "swaps")},
    "studies:figure": {"name": _always("leaders-0"), "form": _always("svg", "csv")},
}
# Addresses with what only scripts put behind the question mark.
FURTHER: Mapping[str, Callable[[Scene], list[str]]] = {
    "documents:document": _document,
    "campaigns:search": _searches,
    "campaigns:document": lambda scene: [
        f"{reverse('campaigns:document', args=[HALL])}?id={docid}" for docid in _docid(scene)
    ],
    "judging:judge-document": _of_items("judging:judge-document", "item={item}", "beside={item}"),
    "judging:search": lambda scene: [
        f"{reverse('judging:search', args=[pk])}?q=saw&document={docid}"
        for pk in _assignments(scene)
        for docid in _docid(scene)
    ],
    "judging:item-history": _of_items("judging:item-history", "item={item}"),
}

"""Taking names out of the event log: the only change that its rows allow, and one that their seals tell."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast

from assessment.people.models import Event

OF_PEOPLE = ("account:", "assignment:", "experts:", "invitation:", "judgments:", "member:", "password:")
AT_ONCE = 500


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value of JSON with other names wherever one of them is a whole text, or a key."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def _renamed_subject(subject: str, names: Mapping[str, str]) -> str:
    """Whom an event is about: one person, or several with commas between them."""
    if subject in names:
        return names[subject]
    return ", ".join(names.get(part, part) for part in subject.split(", "))


def rename_in_log(events: "QuerySet[Event]", names: Mapping[str, str]) -> set[int | None]:
    """Put other names where events say one of them by itself; the campaigns (None: the site) of which some did."""
    of_people = Q()
    for start in OF_PEOPLE:
        of_people |= Q(verb__startswith=start)
    written = events.annotate(words=Cast("data", TextField()))
    about = Q(*(("subject__contains", name) for name in names), _connector=Q.OR)
    found = written.filter(Q(of_people, about) | _rows_with(names)).order_by("pk")
    changed = []
    for event in found.iterator(chunk_size=AT_ONCE):
        is_of_people = event.verb.startswith(OF_PEOPLE)
        subject = _renamed_subject(event.subject, names) if is_of_people else event.subject
        data = renamed(event.data, names)
        if (subject, data) != (event.subject, event.data):
            event.subject, event.data = subject[:200], data
            changed.append(event)
    Event.objects.bulk_update(changed, ["subject", "data"], batch_size=AT_ONCE)
    return {event.campaign_id for event in changed}


def _rows_with(names: Collection[str]) -> Q:
    """Rows whose data may hold a name: databases write letters as they are, or as JSON escapes them."""
    held = Q(pk__in=())
    for name in names:
        held |= Q(words__contains=name) | Q(words__contains=json.dumps(name)[1:-1])
    return held

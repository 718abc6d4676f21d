"""The log of who did what when."""

from collections import defaultdict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from assessment.people.models import VERBS, Account, Event
from assessment.people.services.frozen import refuse_frozen

if TYPE_CHECKING:
    from assessment.campaigns.models import Campaign

_listeners: defaultdict[str, list[Callable[[Event], None]]] = defaultdict(list)


def record_event(
    *, by: Account | None, campaign: "Campaign | None", verb: str, subject: str = "", **data: Any
) -> Event:
    """Write one row of the event log, in the caller's transaction. Whatever changes a frozen campaign ends here."""
    if verb not in VERBS:
        raise ValueError(f"{verb} is not a verb of the event log")
    if campaign:
        refuse_frozen(campaign, verb)
    event = Event.objects.create(account=by, campaign=campaign, verb=verb, subject=subject[:200], data=data)
    for listener in _listeners.get(verb, ()):
        listener(event)
    return event


def listen(verb: str, listener: Callable[[Event], None]) -> None:
    """Have a function called with each event of a verb, in the transaction that writes it; for apps up the street."""
    if verb not in VERBS:
        raise ValueError(f"{verb} is not a verb of the event log")
    if listener not in _listeners[verb]:
        _listeners[verb].append(listener)

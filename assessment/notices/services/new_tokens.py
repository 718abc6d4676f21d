"""What is told of a token of the API."""

from functools import partial

from django.urls import reverse

from assessment.notices.models import NoticeKind
from assessment.notices.services.notify import Text, notify
from assessment.people.models import Account, Event
from assessment.shared.say import say


def tell_token(event: Event) -> None:
    """Whoever an API token was made for: they may not have made it themselves."""
    to = Account.objects.filter(username=event.subject)
    notify(
        kind=NoticeKind.TOKEN_MADE,
        campaign=None,
        to=to,
        text=partial(_token, event),
        about=f"event {event.pk}",
    )


def _token(event: Event) -> Text:
    sentences = say(
        "With the token “{token}” programs can do here what you can. If you did not make it, revoke it and change your password.",
        token=str(event.data.get("token", "")),
    )
    return Text(say("An API token was made for your account"), sentences, reverse("people:api-token"))

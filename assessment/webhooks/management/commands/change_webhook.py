"""Change a webhook of a campaign, try it, or remove it."""

from argparse import ArgumentParser
from typing import Any

from assessment.shared.commands import AssizeCommand, Outcome
from assessment.webhooks.management.rows import message_named, webhook_numbered
from assessment.webhooks.models import CHOOSABLE, Webhook
from assessment.webhooks.services.webhooks import (
    change_webhook,
    remove_webhook,
    rotate_secret,
    send_again,
    send_trial,
)


class Command(AssizeCommand):
    """Does with a webhook what its page does."""

    help = (
        "Choose what a webhook is told, switch it off or on, replace its secret, send a trial or a message again, or "
        "remove it. Example: manage.py change_webhook facts 3 --trial"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campaign", help="short name of the campaign")
        parser.add_argument("webhook", type=int, help="its number, as webhooks lists it")
        what = parser.add_mutually_exclusive_group(required=True)
        what.add_argument(
            "--events", nargs="+", choices=[one.value for one in CHOOSABLE], help="tell it these"
        )
        what.add_argument(
            "--off", action="store_true", help="tell it nothing; what happens then is not told later"
        )
        what.add_argument("--on", action="store_true", help="tell it again what happens")
        what.add_argument("--new-secret", action="store_true", help="the former one works for a day more")
        what.add_argument("--trial", action="store_true", help="send a message that tells nothing")
        what.add_argument("--again", metavar="ID", help="send this message again, under its id")
        what.add_argument("--remove", action="store_true", help="with its messages; there is no undo")

    def do(self, **options: Any) -> Outcome:
        webhook = webhook_numbered(options["campaign"], options["webhook"])
        name = f"webhook {webhook.pk} to {webhook.host}"
        if options["remove"]:
            remove_webhook(webhook=webhook, by=None)
            return Outcome(f"Removed {name}.")
        if options["new_secret"]:
            secret = rotate_secret(webhook=webhook, by=None).secret
            return Outcome(f"The new secret of {name}, shown this once: {secret}", {"secret": secret})
        if options["trial"] or options["again"]:
            return _sent(webhook, options["again"])
        is_on = True if options["on"] else False if options["off"] else None
        now = change_webhook(webhook=webhook, by=None, happenings=options["events"], is_on=is_on)
        events = ", ".join(now.happenings) if now.is_on else "nothing"
        return Outcome(
            f"Changed {name}: it is told {events}.", {"events": now.happenings, "is_on": now.is_on}
        )


def _sent(webhook: Webhook, again: str | None) -> Outcome:
    message = send_again(delivery=message_named(webhook, again)) if again else send_trial(webhook=webhook)
    return Outcome(f"Workers send {message.event_id} to {webhook.host}.", {"id": message.event_id})

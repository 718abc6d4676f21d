"""Webhooks in the API."""

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.shared.api import REFUSALS
from assessment.webhooks.models import CHOOSABLE, Delivery, Webhook
from assessment.webhooks.selectors import (
    access_webhook,
    access_webhooks,
    deliveries_of,
    delivery_of,
    next_attempt,
    webhooks_of,
)
from assessment.webhooks.services.addresses import LONGEST
from assessment.webhooks.services.webhooks import (
    NewSecret,
    add_webhook,
    change_webhook,
    remove_webhook,
    rotate_secret,
    send_again,
    send_trial,
)

KINDS = [one.value for one in CHOOSABLE]


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    """An address that is told of what happens in a campaign."""

    events = serializers.ListField(
        child=serializers.CharField(), source="happenings", help_text=", ".join(KINDS)
    )

    class Meta:
        model = Webhook
        fields = ("id", "url", "events", "is_on", "made_at", "failures", "paused_until")


class NewWebhookSerializer(Body):
    """A webhook to add."""

    url = serializers.CharField(max_length=LONGEST)
    events = serializers.ListField(
        child=serializers.ChoiceField(KINDS), source="happenings", required=False, help_text="default: all"
    )


class ChangedWebhookSerializer(Body):
    """A change of a webhook; what is left out stays."""

    events = serializers.ListField(child=serializers.ChoiceField(KINDS), source="happenings", required=False)
    is_on = serializers.BooleanField(required=False)


class SecretSerializer(WebhookSerializer):
    """A webhook with its new secret."""

    secret = serializers.SerializerMethodField(help_text="shown this once; begins with whsec_")

    class Meta(WebhookSerializer.Meta):
        fields = (*WebhookSerializer.Meta.fields, "secret")  # type: ignore[assignment]  # one more

    def get_secret(self, webhook: Webhook) -> str:
        """What signs its messages."""
        secret: str = self.context["secret"]
        return secret


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    """A message to a webhook, and what became of it."""

    event_id = serializers.CharField(help_text="the header webhook-id, the same in every try")
    event = serializers.CharField(source="happening")
    next_at = serializers.SerializerMethodField(help_text="when it is tried next; null: it is not")
    failure = serializers.CharField(
        help_text="why the last try had no answer: name, address, certificate, time, connection, answer; or empty"
    )

    class Meta:
        model = Delivery
        fields = (
            *(
                "id",
                "event_id",
                "event",
                "body",
                "made_at",
                "state",
                "attempts",
                "tried_at",
                "status",
                "failure",
            ),
            *("next_at", "expires_at", "ended_at"),
        )

    def get_next_at(self, delivery: Delivery) -> str | None:
        """As things are."""
        found = next_attempt(delivery)
        return found.isoformat() if found else None


def _secret(made: NewSecret, status: int = 200) -> Response:
    return Response(SecretSerializer(made.webhook, context={"secret": made.secret}).data, status)


class WebhookList(ApiView):
    """The webhooks of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: WebhookSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All webhooks, oldest first; without their secrets."""
        access = access_webhooks(self.account, slug)
        return page_of_rows(request, webhooks_of(access.campaign), "pk", WebhookSerializer)

    @extend_schema(
        request=NewWebhookSerializer,
        responses={201: SecretSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook. Its secret is not shown again, and is kept with no Idempotency-Key.

        A second post of the same address is refused.
        """
        access = access_webhooks(self.account, slug)
        given = NewWebhookSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        wanted = {"happenings": KINDS, **given.validated_data}
        return _secret(add_webhook(campaign=access.campaign, by=self.account, **wanted), 201)


class WebhookDetail(ApiView):
    """One webhook."""

    @extend_schema(responses={200: WebhookSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Its address, what it is told, and how its receiver does."""
        return Response(WebhookSerializer(access_webhook(self.account, slug, pk)[1]).data)

    @extend_schema(
        request=ChangedWebhookSerializer,
        responses={200: WebhookSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Choose what it is told, or switch it off or on."""
        _, webhook = access_webhook(self.account, slug, pk)
        given = ChangedWebhookSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        changed = change_webhook(webhook=webhook, by=self.account, **given.validated_data)
        return Response(WebhookSerializer(changed).data)

    @extend_schema(responses={204: None, 404: REFUSALS[404], 422: REFUSALS[422]})
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Remove it with its messages."""
        _, webhook = access_webhook(self.account, slug, pk)
        remove_webhook(webhook=webhook, by=self.account)
        return Response(status=204)


class WebhookSecret(ApiView):
    """The secret of a webhook."""

    @extend_schema(
        request=None,
        responses={200: SecretSerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Replace the secret. For a day messages are signed with both; the new one is not shown again."""
        _, webhook = access_webhook(self.account, slug, pk)
        return _secret(rotate_secret(webhook=webhook, by=self.account))


class WebhookTrial(ApiView):
    """A trial of a webhook."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: DeliverySerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send a message that tells nothing."""
        _, webhook = access_webhook(self.account, slug, pk)
        return Response(DeliverySerializer(send_trial(webhook=webhook)).data, 202)


class DeliveryList(ApiView):
    """The messages to a webhook."""

    @extend_schema(parameters=PAGE, responses={200: DeliverySerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """The messages of the last days, newest first."""
        _, webhook = access_webhook(self.account, slug, pk)
        return page_of_rows(request, deliveries_of(webhook), "-pk", DeliverySerializer)


class DeliveryDetail(ApiView):
    """One message to a webhook."""

    @extend_schema(responses={200: DeliverySerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, pk: int, delivery: int) -> Response:
        """What became of it."""
        _, webhook = access_webhook(self.account, slug, pk)
        return Response(DeliverySerializer(delivery_of(webhook, delivery)).data)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses={202: DeliverySerializer, 404: REFUSALS[404], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, pk: int, delivery: int) -> Response:
        """Send it again, under the same id."""
        _, webhook = access_webhook(self.account, slug, pk)
        return Response(DeliverySerializer(send_again(delivery=delivery_of(webhook, delivery))).data, 202)

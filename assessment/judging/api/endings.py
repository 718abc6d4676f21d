"""How a question is finished by programs, and what is missing before it can be."""

from typing import Any

from rest_framework import serializers

from assessment.people.api.bodies import Body


class FinishSerializer(Body):
    """How a question is finished."""

    nothing_found = serializers.BooleanField(
        default=False, help_text="that no answer is correct, or no nugget on the list: it has to be said"
    )


class LackSerializer(serializers.Serializer[Any]):
    """Something that is missing."""

    code = serializers.CharField()
    message = serializers.CharField()
    remedy = serializers.CharField(source="hint")


class EndingSerializer(serializers.Serializer[Any]):
    """Whether a question is finished, and what is missing before it can be."""

    state = serializers.CharField(source="assignment.state", help_text="open, done or handed_over")
    finished_at = serializers.DateTimeField(source="assignment.finished_at", allow_null=True)
    nothing_found = serializers.BooleanField(source="assignment.no_answer_found")
    missing = LackSerializer(many=True, help_text="in the order in which it is to be done")

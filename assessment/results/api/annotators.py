"""How annotators of Natural Questions work, in the API."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.people.api.frame import ApiView
from assessment.results.selectors.annotating import Row, access_annotations, annotations_page
from assessment.shared.api import REFUSALS
from scoring.annotations import STEPS


class NullShareSerializer(serializers.Serializer[Any]):
    """How often somebody found no answer."""

    null = serializers.IntegerField(help_text="annotations without an answer")
    share = serializers.FloatField()
    others_share = serializers.FloatField(allow_null=True, help_text="that of all others")
    p = serializers.FloatField(
        allow_null=True, help_text="how probable a share as odd is at the others’ rate"
    )
    far_off = serializers.BooleanField(source="is_far_off")


class AnnotatorSerializer(serializers.Serializer[Any]):
    """An annotator with what they were given and did."""

    name = serializers.CharField()
    assigned = serializers.IntegerField(source="due")
    done = serializers.IntegerField()
    annotations = serializers.SerializerMethodField(help_text="that count")
    long = serializers.SerializerMethodField(help_text="null where nothing counts")
    short = serializers.SerializerMethodField(help_text="null where nothing counts")
    median_seconds = serializers.SerializerMethodField(help_text="by step")

    def get_annotations(self, row: Row) -> int:
        """How many."""
        return row.did.annotations if row.did else 0

    @extend_schema_field(NullShareSerializer(allow_null=True))
    def get_long(self, row: Row) -> Any:
        """Of long answers."""
        return NullShareSerializer(row.did.nulls["long"]).data if row.did else None

    @extend_schema_field(NullShareSerializer(allow_null=True))
    def get_short(self, row: Row) -> Any:
        """Of short ones."""
        return NullShareSerializer(row.did.nulls["short"]).data if row.did else None

    def get_median_seconds(self, row: Row) -> dict[str, float | None]:
        """By the name of the step."""
        seconds = row.did.seconds if row.did else (None,) * len(STEPS)
        return dict(zip(STEPS, seconds, strict=True))


class AnnotatingSerializer(serializers.Serializer[Any]):
    """How far annotating is, and how each annotator decides."""

    questions = serializers.IntegerField()
    annotated = serializers.IntegerField(help_text="questions that somebody annotated")
    assigned = serializers.IntegerField(source="due")
    done = serializers.IntegerField()
    annotators = AnnotatorSerializer(many=True, source="rows")
    alarms = serializers.SerializerMethodField(help_text="who finds no answer far more or less often")

    def get_alarms(self, page: Any) -> list[str]:
        """Sentences of the page."""
        return [alarm.sentence for alarm in page.alarms]


class Annotating(ApiView):
    """The annotators of a campaign."""

    @extend_schema(responses={200: AnnotatingSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """How annotators decide, how they differ, and how far they are; for those who see how assessors agree."""
        access = access_annotations(self.account, slug)
        return Response(AnnotatingSerializer(annotations_page(access.campaign)).data)

"""Files in the API: checked, imported, looked at and undone as a whole, of every kind that the rooms read."""

import zlib
from typing import Any

from django.conf import settings
from django.http import Http404, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.api.people import InvitedSerializer, handed_over
from assessment.campaigns.models import FileImport
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.campaigns.selectors.imports import (
    access_file_import,
    dependents_of,
    imported_since,
    imports_of,
    remarks_on,
    undone_rows,
)
from assessment.campaigns.services.checked_files import check_now, store_now
from assessment.campaigns.services.imports import request_undo
from assessment.campaigns.services.intakes import INTAKES, Intake, Sent, Taken
from assessment.campaigns.services.source_files import source_of
from assessment.jobs.api import JobSerializer
from assessment.people.api.bodies import Body
from assessment.people.api.frame import IDEMPOTENCY_KEY, ApiView
from assessment.people.api.lists import PAGE, page_of_rows
from assessment.people.api.repeats import repeatable
from assessment.people.selectors.access import Access, Permission
from assessment.shared.api import REFUSALS
from assessment.shared.errors import Refused
from scoring.formats.encoded import is_text


class ImportSerializer(serializers.ModelSerializer[FileImport]):
    """An imported file, what it made, and whether it was undone."""

    class Meta:
        model = FileImport
        fields = (
            "number",
            "kind",
            "file",
            "sha256",
            "state",
            "sentence",
            "counts",
            "made_at",
            "undone_at",
            "reason",
            "outcome",
        )


class ImportedFileSerializer(serializers.Serializer[Any]):
    """A file of an import."""

    position = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="bytes")
    sha256 = serializers.CharField()
    is_kept = serializers.BooleanField(help_text="whether its bytes can be read again")


class UndoSerializer(serializers.Serializer[Any]):
    """What undoing an import would do, and what stands in its way."""

    possible = serializers.BooleanField()
    lost = serializers.ListField(
        child=serializers.CharField(), help_text="what would be lost; while there is anything, it is refused"
    )
    since = serializers.CharField(help_text="the later imports, where something would be lost; else empty")
    removes = serializers.ListField(child=serializers.CharField(), help_text="rows that it made")
    puts_back = serializers.ListField(child=serializers.CharField(), help_text="rows that it changed")
    brings_back = serializers.ListField(child=serializers.CharField(), help_text="rows that it removed")
    remarks = serializers.ListField(child=serializers.CharField(), help_text="what else becomes of it")


class OneImportSerializer(ImportSerializer):
    """An import with its files, and with what its undo would do."""

    files = ImportedFileSerializer(many=True)
    undo = UndoSerializer()

    class Meta(ImportSerializer.Meta):
        fields = (*ImportSerializer.Meta.fields, "files", "undo")  # type: ignore[assignment]  # two more


def _texts(given: Any, example: str) -> dict[str, str]:
    if not isinstance(given, dict) or not all(
        isinstance(part, str) and is_text(part) for pair in given.items() for part in pair
    ):
        raise ValidationError(f"Send an object of texts, such as {example}.")
    return given


class FileSerializer(Body):
    """A file of a campaign; the file is the part `file`."""

    kind = serializers.CharField(
        max_length=40,
        help_text="questions, document_lists, judgments, annotations, answers, nuggets, pyramid, gold, decisions, matches, "
        "votes, machine-matches, machine-nuggets, assignments, people, teams, samples or run-files (a ZIP file of runs)",
    )
    file = serializers.FileField()
    check_only = serializers.BooleanField(
        default=False, help_text="say what the file would do, and store nothing"
    )
    types = serializers.FileField(required=False, help_text="of questions: a file with the types of targets")
    machine = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=100,
        help_text="of judgments: version of the program that gave them",
    )
    facts = serializers.JSONField(
        required=False,
        help_text="of judgments, and of what else a program says: name, version, model and what else is known of it",
    )
    columns = serializers.JSONField(
        required=False,
        help_text='of a table: which column of the file is which, such as {"qid": "question_id"}; else they are guessed',
    )
    newcomers = serializers.BooleanField(
        default=False,
        help_text="of judgments and annotations: names that the campaign does not know join it",
    )
    replace = serializers.BooleanField(
        default=False,
        help_text="let questions go that a file of questions does not have, and judgments become what a file of them says",
    )

    seen = serializers.CharField(
        default="",
        allow_blank=True,
        max_length=64,
        help_text="the `seen` of a check, where its review has one: where something else would happen by now, the answer is 409",
    )

    def validate_columns(self, given: Any) -> dict[str, str]:
        """An object of texts."""
        return _texts(given, '{"qid": "question_id"}')

    def validate_facts(self, given: Any) -> dict[str, str]:
        """An object of texts."""
        return _texts(given, '{"name": "…", "version": "…", "model": "…"}')


class TakenSerializer(serializers.Serializer[Any]):
    """What became of a file: checked (200), stored (201), or checked and handed to a job that stores it (202)."""

    sentence = serializers.CharField()
    number = serializers.IntegerField(
        allow_null=True, help_text="of the import; null where it changed nothing, or a job makes it"
    )
    job = JobSerializer(allow_null=True)
    review = serializers.JSONField(
        allow_null=True,
        help_text="what a file that was only checked would do; of tables that are stored at once also what a stored one did",
    )
    invitations = InvitedSerializer(
        many=True, help_text="of a table of people that was stored; the links can be read this once"
    )


class ReasonSerializer(Body):
    """Why something is done; it is shown beside it."""

    reason = serializers.CharField(max_length=1000)


class Imports(ApiView):
    """The files that were imported into a campaign."""

    parser_classes = (MultiPartParser,)

    @extend_schema(parameters=PAGE, responses={200: ImportSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """All imports, newest first."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        return page_of_rows(request, imports_of(access.campaign), "-number", ImportSerializer)

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=FileSerializer,
        responses={
            200: TakenSerializer,
            201: TakenSerializer,
            202: TakenSerializer,
            404: REFUSALS[404],
            409: REFUSALS[409],
            422: REFUSALS[422],
        },
    )
    @repeatable
    def post(self, request: Request, slug: str) -> Response:
        """Check a file, or import it: all of it, or nothing, and everything that is wrong is listed by its line."""
        access = access_campaign(self.account, slug, Permission.SEE_BOARD)
        if not any(access.may(intake.permission) for intake in INTAKES.values()):
            raise Http404
        fields = FileSerializer.with_file(request)
        intake = _intake(access, fields.pop("kind"))
        _refuse_kept_answer(intake, request)
        check_only, columns = fields.pop("check_only"), fields.pop("columns", {})
        file = source_of(fields.pop("file"))._replace(columns=columns)
        _refuse_other_fields(intake, fields)
        _refuse_large(intake, file.size)
        types, seen = fields.pop("types", None), fields.pop("seen")
        sent = Sent(access.campaign, file, self.account, source_of(types) if types else None, **fields)
        sent = sent._replace(review={"seen": seen}) if seen else sent
        if check_only:
            return _answer(request, check_now(intake, sent), 200)
        return _answer(request, store_now(intake, sent), 201)


def _intake(access: Access, kind: str) -> Intake:
    """What is done with files of a kind; for those who may bring them into a campaign that has such."""
    intake = INTAKES.get(kind)
    if intake is None or not intake.is_there(access):
        listed = sorted(one.kind for one in INTAKES.values() if one.is_there(access))
        raise ValidationError({"kind": f"This campaign reads {', '.join(listed)}."})
    if not access.may(intake.permission):
        raise Http404
    return intake


def _refuse_other_fields(intake: Intake, fields: dict[str, Any]) -> None:
    """Refuse what would be ignored."""
    other = [name for name, value in fields.items() if value and name not in intake.options]
    if other:
        raise ValidationError(dict.fromkeys(other, f"Files of the kind {intake.kind} do not take it."))


def _refuse_large(intake: Intake, size: int) -> None:
    """Only corpora of questions may be larger than runs."""
    if size > settings.MAX_RUN_BYTES and "types" not in intake.options:
        most = settings.MAX_RUN_BYTES // 1024 // 1024
        raise Refused(
            f"The file is larger than {most} MB. Nothing was stored.", "file_too_large", "Split it."
        )


def _refuse_kept_answer(intake: Intake, request: Request) -> None:
    """Of a table of people no answer is kept, to be given again: it holds names, and links of invitations."""
    if intake.is_personal and "Idempotency-Key" in request.headers:
        raise Refused(
            f"Files of the kind {intake.kind} take no Idempotency-Key. Nothing was stored.",
            "idempotency_key",
            "Send it without: what is there already is not added twice.",
        )


def _answer(request: Request, taken: Taken, status: int) -> Response:
    """What became of a file; `status` where no job is needed for it."""
    invitations = [handed_over(request, *link) for link in taken.links]
    said = TakenSerializer({**taken._asdict(), "invitations": invitations}).data
    return Response(said, 202 if taken.job else status)


class OneImport(ApiView):
    """One import."""

    @extend_schema(responses={200: OneImportSerializer, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, number: int) -> Response:
        """What an import made, and what undoing it would take back; it is undone by a POST to `undo/` below it."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        source = access_file_import(access, number)
        shown = ImportSerializer(source).data
        files = source.files.defer("packed").order_by("position")
        shown["files"] = ImportedFileSerializer(files, many=True).data
        shown["undo"] = UndoSerializer(_undo_of(source)).data
        return Response(shown)


def _undo_of(source: FileImport) -> dict[str, Any]:
    if not source.is_open:
        rows = dict.fromkeys(("removes", "puts_back", "brings_back"), ())
        return {"possible": False, "lost": [], "since": "", "remarks": [], **rows}
    lost = dependents_of(source)
    since = imported_since(source) if lost else ""
    return {
        "possible": not lost,
        "lost": lost,
        "since": since,
        "remarks": remarks_on(source),
        **undone_rows(source),
    }


class Undo(ApiView):
    """The undo of an import."""

    @extend_schema(
        parameters=[IDEMPOTENCY_KEY],
        request=ReasonSerializer,
        responses={202: JobSerializer, 404: REFUSALS[404], 409: REFUSALS[409], 422: REFUSALS[422]},
    )
    @repeatable
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Undo an import as a whole, for a reason that is shown beside it; the answer is the job that does it.

        Refused with a list (`details`) where something that was made since would be lost.
        """
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        source = access_file_import(access, number)
        given = ReasonSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        job = request_undo(source=source, by=self.account, **given.validated_data)
        return Response(JobSerializer(job).data, 202)


class ImportFile(ApiView):
    """A file of an import."""

    @extend_schema(responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, 404: REFUSALS[404]})
    def get(self, request: Request, slug: str, number: int, position: int) -> StreamingHttpResponse:
        """Its bytes as they came; none are kept of very large ones (404)."""
        access = access_campaign(self.account, slug, Permission.EDIT_CAMPAIGN)
        source = access_file_import(access, number)
        kept = source.files.filter(position=position, packed__isnull=False).first()
        if kept is None:
            raise Http404
        data = zlib.decompress(bytes(kept.packed or b""))
        return StreamingHttpResponse([data], content_type="application/octet-stream")

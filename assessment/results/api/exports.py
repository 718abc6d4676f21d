"""What can be taken away of a campaign, in the API: the same files as from the exports page, each in the log."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.http import FileResponse, Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from assessment.campaigns.models import Campaign
from assessment.campaigns.selectors.campaigns import access_campaign
from assessment.people.api.frame import ApiView
from assessment.people.api.lists import PAGE, page_of_list
from assessment.people.api.queries import choice_in, flag_in, number_in
from assessment.people.selectors.access import Permission
from assessment.results.forms import SEEDS
from assessment.results.selectors.exports import MEANINGS
from assessment.results.services import exported_files as files
from assessment.shared.api import REFUSALS
from scoring.formats.tables import TABLES
from scoring.rules import PLAIN

RUNS = "runs.zip"
KINDS = (  # of files: packed ones, tables, qrels and questions
    "application/zip",
    "application/gzip",
    "application/xml",
    "application/octet-stream",
    "text/csv",
    "text/plain",
)
RULE = OpenApiParameter(
    "rule", {"type": "string", "enum": list(PLAIN), "default": PLAIN[0]}, description="of qrels and answers"
)
SEED = OpenApiParameter(
    "seed",
    {"type": "integer", "minimum": 0, "maximum": SEEDS - 1},
    description="of judged.zip: deals out other run tags; without it runs keep their own",
)


RELEASED = OpenApiParameter(
    "released", bool, description="of bundle.zip: refused unless what there is now gives the released scores"
)


class Wanted(NamedTuple):
    """A file as a program asks for it."""

    campaign: Campaign
    rule: str
    seed: int | None
    released: bool


FILES: Mapping[str, Callable[[Wanted], files.ExportedFile | None]] = {
    "bundle.zip": lambda wanted: files.bundle_file(wanted.campaign, released=wanted.released),
    "bundle-without-names.zip": lambda wanted: files.bundle_file(wanted.campaign, without_names=True),
    "qrels.txt": lambda wanted: files.qrels_file(wanted.campaign, wanted.rule, "qrels"),
    "trec_eval.txt": lambda wanted: files.qrels_file(wanted.campaign, wanted.rule, "trec_eval"),
    "judged.zip": lambda wanted: files.judged_file(wanted.campaign, wanted.rule, wanted.seed),
    "answers.txt": lambda wanted: files.answers_file(wanted.campaign, wanted.rule),
    "pyramid.txt": lambda wanted: files.pyramid_file(wanted.campaign),
    "annotations.jsonl.gz": lambda wanted: files.annotations_file(wanted.campaign),
}
SAID = {
    "bundle.zip": "the whole campaign as a bundle",
    "bundle-without-names.zip": "the same with pseudonyms for people",
    RUNS: "every run, rewritten for trec_eval",
    "qrels.txt": "the judgments by a rule as they are now, in NIST's form",
    "trec_eval.txt": "the same in trec_eval's form",
    "judged.zip": "every run's judged lists and nuggets",
    "answers.txt": "the final answer sets by a rule",
    "pyramid.txt": "the nuggets with their weights",
    "annotations.jsonl.gz": "the annotations that count, in the corpus's layout",
}


class ExportSerializer(serializers.Serializer[Any]):
    """A file that can be taken away."""

    name = serializers.CharField()
    what = serializers.CharField()


class ExportList(ApiView):
    """The files that can be taken away of a campaign."""

    @extend_schema(parameters=PAGE, responses={200: ExportSerializer(many=True), 404: REFUSALS[404]})
    def get(self, request: Request, slug: str) -> Response:
        """Their names, and what each is. Versions of the scores have qrels of their own."""
        access = access_campaign(self.account, slug, Permission.EXPORT)
        return page_of_list(request, list(_offered(access.campaign)), ExportSerializer)


def _offered(campaign: Campaign) -> Iterator[dict[str, str]]:
    track = campaign.track
    for name, what in SAID.items():
        if name == RUNS or FILES[name](Wanted(campaign, PLAIN[0], None, released=False)):
            yield {"name": name, "what": what}
    yield {"name": track.questions_file, "what": "the questions, in the track's own form"}
    for name in TABLES:
        if name != "gold" or track.gold:
            yield {"name": f"{name}.csv", "what": str(MEANINGS[name])}


class Export(ApiView):
    """A file of a campaign."""

    @extend_schema(
        parameters=[RULE, SEED, RELEASED],
        responses={
            **{(200, kind): OpenApiTypes.BINARY for kind in KINDS},
            404: REFUSALS[404],
            422: REFUSALS[422],
        },
    )
    def get(self, request: Request, slug: str, name: str) -> HttpResponseBase:
        """One of the files that the list names, as the campaign is now. Refused where the rule gives no grades."""
        access = access_campaign(self.account, slug, Permission.EXPORT)
        if name == RUNS:
            pieces = files.runs_in_pieces(access)
            return streamed(pieces, f"{slug}-trec_eval-runs.zip")
        rule = choice_in(request, "rule", PLAIN, PLAIN[0])
        seed = number_in(request, "seed", most=SEEDS - 1)
        wanted = Wanted(access.campaign, rule, seed, flag_in(request, "released"))
        find = FILES.get(name)
        file = find(wanted) if find else files.table_file(access.campaign, name)
        if file is None:
            raise Http404
        response = FileResponse(files.written(access, file), as_attachment=True, filename=file.name)
        if response["Content-Type"] in ("text/csv", "text/plain"):  # else many clients take it for Latin-1
            response["Content-Type"] += "; charset=utf-8"
        return response


def streamed(pieces: Iterator[bytes], name: str, kind: str = "application/zip") -> StreamingHttpResponse:
    """A file, a ZIP file unless said otherwise, that is sent while it is made."""
    headers = {"Content-Disposition": content_disposition_header(True, name) or ""}
    return StreamingHttpResponse(pieces, content_type=kind, headers=headers)

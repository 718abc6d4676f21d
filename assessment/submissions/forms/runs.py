"""Forms of runs, teams and pooling. The rules are those of the services; forms put their sentences beside the fields."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from assessment.campaigns.forms.chosen_file import ChosenFile
from assessment.campaigns.models import Campaign
from assessment.campaigns.services import SourceFile
from assessment.people.models import Member
from assessment.shared.say import say
from assessment.submissions.models import Run, Team
from assessment.submissions.services import declaration_problems, file_name, team_name_error
from assessment.submissions.services.checking import ASKED
from assessment.submissions.services.pooling import DEEPEST
from scoring.formats.encoded import ENCODINGS
from scoring.stages import ANSWER
from scoring.tracks.asked import LONGEST, Asked
from scoring.tracks.base import Declaration, Track

LAST = ("encoding", "file")  # fields after those that a track asks
COMMON_ENCODINGS = ["utf-8", "iso8859-1", "cp1252"]


class SubmitForm(forms.Form):
    """What a team declares of a run, and its file. The file stands last, so that a too large one costs no answer."""

    team = forms.ModelChoiceField(
        Team.objects.none(), label=_("Team"), empty_label=None, to_field_name="name"
    )
    run_id = forms.CharField(
        max_length=64,
        required=False,
        label=_("Run id"),
    )
    priority = forms.IntegerField(
        initial=1,
        min_value=1,
        label=_("Priority"),
        help_text=_("1 is judged first, then 2 and 3 if there is time."),
    )
    automatic = forms.TypedChoiceField(
        choices=[("yes", _("Automatic")), ("no", _("Manual"))],
        coerce=lambda value: value == "yes",
        initial="yes",
        widget=forms.RadioSelect,
        label=_("How was it made?"),
    )
    description = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        label=_("Description"),
        help_text=_("For a manual run, what people did to make it."),
    )
    scope = forms.ChoiceField(
        choices=[("all", _("The whole collection")), ("top50", _("Only the top 50 documents given out"))],
        initial="all",
        widget=forms.RadioSelect,
        label=_("What was searched?"),
    )
    length_limit = forms.TypedChoiceField(
        coerce=int, empty_value=None, widget=forms.RadioSelect, label=_("Longest answer string")
    )
    encoding = forms.ChoiceField(
        choices=[
            (name, name.upper()) for name in [*COMMON_ENCODINGS, *sorted(ENCODINGS - set(COMMON_ENCODINGS))]
        ],
        initial="utf-8",
        label=_("Encoding of the file"),
    )
    file = ChosenFile("runs", allow_empty_file=True, label=_("Run file"))

    def __init__(
        self,
        *args: Any,
        track: Track,
        teams: QuerySet[Team],
        organizer: bool,
        refused: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.track, self.organizer, self.refused = track, organizer, refused
        fields: dict[str, Any] = self.fields
        fields["team"].queryset = teams
        fields["file"].required = not refused
        fields["run_id"].help_text = say(
            "Empty: {made_from} becomes its id.", made_from=say(track.run_id_from)
        )
        if track.length_limits:
            fields["length_limit"].choices = [
                (limit, f"{limit} {say(track.length_unit)}") for limit in track.length_limits
            ]
        asked = {
            "length_limit": len(track.length_limits) > 1,  # a single limit is nobody's choice
            "scope": track.document_lists,
            "encoding": track.any_encoding,
            "priority": ANSWER in track.item_kinds,
        }
        for name in [name for name, sensible in asked.items() if not sensible]:
            del fields[name]
        for one in track.asked:
            fields[f"{ASKED}{one.name}"] = _field_for(one, organizer=organizer)
        self.order_fields([name for name in fields if name not in LAST])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.refused:
            self.add_error("file", self.refused)
        for problem in declaration_problems(self.track, self.declaration(), organizer=self.organizer):
            if problem.field in cleaned:
                self.add_error(problem.field, f"{problem.message} {problem.hint}")
        return cleaned

    def declaration(self) -> Declaration:
        """What was declared; an answer that could not be read counts as not given."""
        given = self.cleaned_data
        plain = Declaration()
        return Declaration(
            team=given["team"].name if "team" in given else "",
            run_id=given.get("run_id") or None,
            length_limit=given.get("length_limit"),
            encoding=given.get("encoding", plain.encoding),
            priority=given.get("priority", plain.priority),
            automatic=given.get("automatic", plain.automatic),
            description=given.get("description", ""),
            scope=given.get("scope", plain.scope),
            declared={
                one.name: answer for one in self.track.asked if (answer := given.get(f"{ASKED}{one.name}"))
            },
        )

    def submitted_file(self) -> SourceFile:
        """The file, whole: the upload handler has kept it under the limit."""
        uploaded: UploadedFile[bytes] = self.cleaned_data["file"]
        return SourceFile(file_name(uploaded.name or ""), uploaded.read())


def _field_for(one: Asked, *, organizer: bool) -> forms.Field:
    """The field of something that a track asks."""
    words: dict[str, Any] = {"label": say(one.title), "help_text": say(one.help) if one.help else ""}
    words["required"] = one.required and not organizer
    if not one.options:
        return forms.CharField(max_length=LONGEST, widget=forms.Textarea(attrs={"rows": 2}), **words)
    choices = [(name, say(title)) for name, title in one.options]
    if not words["required"]:
        choices.append(("", say("Not told")))
    return forms.ChoiceField(choices=choices, widget=forms.RadioSelect, **words)


class TeamForm(forms.Form):
    """The participants who submit for a team."""

    members = forms.ModelMultipleChoiceField(
        Member.objects.none(), required=False, widget=forms.CheckboxSelectMultiple, label=_("Members")
    )

    def __init__(self, *args: Any, participants: QuerySet[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        fields["members"].queryset = participants


class NewTeamForm(TeamForm):
    """A new team."""

    name = forms.CharField(max_length=64, label=_("Name"), help_text=_("As in run tags and files."))
    field_order = ["name", "members"]

    def clean_name(self) -> str:
        """Keep the service's rules for names."""
        name: str = self.cleaned_data["name"]
        if error := team_name_error(name):
            raise forms.ValidationError(error)
        return name


class PoolForm(forms.Form):
    """Which runs to pool, and how deep."""

    priorities = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=_("Priorities"),
        help_text=_("None chosen: runs of all priorities."),
    )
    depth = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=DEEPEST,
        label=_("Depth"),
        help_text=_("Responses down to this rank. Empty: all."),
    )

    again = forms.BooleanField(
        required=False,
        label=_("Also pool runs that were taken out"),
        help_text=_("Their items come back with the judgments on them."),
    )

    def __init__(
        self, *args: Any, campaign: Campaign, taken_out: Collection[int] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        priorities = sorted(
            set(Run.objects.filter(campaign=campaign).current().values_list("priority", flat=True))
        )
        fields: dict[str, Any] = self.fields
        if depths := campaign.rules.get("depths"):
            fields["depth"].help_text = say(
                "Responses down to this rank. Empty: by priority, {depths}.", depths=depths
            )
        fields["priorities"].choices = [(priority, str(priority)) for priority in priorities]
        if not taken_out:
            del fields["again"]

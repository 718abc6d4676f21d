"""What an organizer adds to what is known of a question."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.campaigns.forms.files import FileForm
from assessment.campaigns.models import Campaign, Question
from assessment.campaigns.models.known import BAR, VOTES, Known, parse_known
from assessment.development.services.intake import FORMATS
from assessment.shared.say import say
from scoring.records import MAX_DOCID
from scoring.stages import LISTING


class KnownForm(forms.Form):
    """Answers or nuggets, a line each."""

    known = forms.CharField(
        max_length=50_000, label=gettext_lazy("Add, a line each"), widget=forms.Textarea(attrs={"rows": 4})
    )

    one = False

    def __init__(self, question: Question, data: Any = None) -> None:
        super().__init__(data)
        self.kind = question.kind

    def clean_known(self) -> list[Known]:
        """What the lines say, or an error for each wrong line."""
        known, errors = parse_known(self.cleaned_data["known"], self.kind)
        if errors:
            raise forms.ValidationError([forms.ValidationError(error) for error in errors])
        if self.one and len(known) != 1:
            raise forms.ValidationError(say("Write one line."))
        return known


class KnownLineForm(KnownForm):
    """One answer or nugget in other words, with what the page showed."""

    one = True
    uid = forms.UUIDField()
    seen = forms.CharField(max_length=50_000, required=False, strip=False)


MOST_WORDS = 500  # characters that are taken out of a document, which then stand in an address


class FoundForm(forms.Form):
    """What somebody found in a document for a question: an answer, a nugget, or a paragraph."""

    id = forms.CharField(max_length=MAX_DOCID)
    qid = forms.CharField(max_length=64)
    answer = forms.CharField(max_length=MOST_WORDS, required=False)
    passage = forms.CharField(max_length=64, required=False)
    vote = forms.ChoiceField(choices=[(vote, vote) for vote in VOTES], required=False)

    def __init__(self, campaign: Campaign, data: Any = None) -> None:
        super().__init__(data)
        self.campaign = campaign

    def clean(self) -> dict[str, Any]:
        """The question, and what is known of it then: read as a line that somebody types is."""
        data = super().clean() or {}
        if self.errors:
            return data
        question = self.campaign.questions.filter(qid=data["qid"]).first()
        if question is None:
            self.add_error("qid", say("There is no question {id}.", id=data["qid"]))
            return data
        if question.kind.form.has_criteria:
            self.add_error(
                "qid",
                say("Question {qid} is judged by criteria, not by what documents hold.", qid=question.qid),
            )
            return data
        if BAR in data["answer"] + data["passage"]:
            self.add_error("answer", say("A bar parts words from their document: leave it out."))
            return data
        data["question"] = question
        parts = [data["answer"], data["id"]]
        if question.kind.form.asks(LISTING):
            parts.insert(0, data["vote"])
        elif question.kind.passage_scale and data["passage"]:
            parts.append(data["passage"])
        known, errors = parse_known(f" {BAR} ".join(parts), question.kind)
        for error in errors:
            self.add_error("answer", error)
        data["known"] = known[0] if known else None
        return data


class DevelopmentForm(FileForm):
    """A file of what is known before anybody judges, and what it holds."""

    format = forms.ChoiceField(label=gettext_lazy("What the file holds"))
    field_order = ("format", "file")

    def __init__(self, campaign: Campaign, data: Any = None, files: Any = None) -> None:
        super().__init__(campaign, data, files)
        field = self.fields["format"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(one.kind, say(one.label)) for one in FORMATS.values() if one.takes(campaign)]

    def chosen_kind(self, kind: str) -> str:
        """What was chosen."""
        return str(self.cleaned_data["format"])

    def said(self) -> dict[str, Any]:
        """Nothing else."""
        return {}

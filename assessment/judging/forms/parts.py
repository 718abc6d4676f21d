"""What the pages for answer classes and nuggets send. Classes and nuggets are called by their uid."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from assessment.judging.models.nuggets import LONGEST_LABEL as MAX_LABEL
from assessment.judging.services.cells import Shown
from assessment.judging.services.classes import LONGEST_LABEL
from assessment.judging.services.nugget_checks import LONGEST_TEXT
from assessment.shared.say import say
from documents.fields import MAX_DOCID
from scoring.records import MAX_GROUP

MANY = 10_000  # items or classes in one change


def several(form: forms.BaseForm, name: str) -> list[str]:
    """All values that were sent under a name."""
    return form.data.getlist(name) if isinstance(form.data, QueryDict) else []


class ChangeForm(forms.Form):
    """Every change: the browser's name for it, and the active time since the last one."""

    client_id = forms.UUIDField()
    seconds = forms.IntegerField(required=False)

    def change(self) -> dict[str, Any]:
        """The arguments of the service."""
        return {**self.cleaned_data, "seconds": self.cleaned_data["seconds"] or 0}


def _answers(form: forms.Form) -> dict[int, str | None]:
    """The answers that a page names, each with the class that it showed it in; none where they cannot be read."""
    items = [item.partition(" ") for item in several(form, "item")]
    if len(items) > MANY or not all(pk.isdecimal() and len(pk) < 19 for pk, _, _ in items):
        return {}
    return {int(pk): uid or None for pk, _, uid in items}


class PutForm(ChangeForm):
    """Answers and the class they go into; without one they are taken out.

    An `item` is the key of an answer, and after a blank the class that the page showed it in.
    """

    uid = forms.UUIDField(required=False)
    label = forms.CharField(required=False, max_length=LONGEST_LABEL)

    def clean(self) -> dict[str, Any]:
        """Reads the answers with what the page showed of each."""
        data = super().clean() or self.cleaned_data
        items = _answers(self)
        if not items:
            raise ValidationError(say("Choose at least one answer."))
        return data | {"items": items}


class RenameForm(ChangeForm):
    """A class and its new label."""

    uid = forms.UUIDField()
    label = forms.CharField(max_length=LONGEST_LABEL)
    seen = forms.CharField(required=False, strip=False)

    def change(self) -> dict[str, Any]:
        return {**super().change(), "seen": self.data.get("seen")}


class MergeForm(ChangeForm):
    """A class, and the one it is merged into: its uid or its label."""

    uid = forms.UUIDField()
    into = forms.CharField(
        max_length=LONGEST_LABEL, error_messages={"required": gettext_lazy("Say which class.")}
    )

    def change(self) -> dict[str, Any]:
        return {**super().change(), "items": _answers(self)}


class MergeNuggetsForm(ChangeForm):
    """A nugget, and the number in the list of the one that stands for it; `into` is that one on the page as it was."""

    uid = forms.UUIDField()
    into = forms.UUIDField(required=False)
    number = forms.IntegerField(error_messages={"required": gettext_lazy("Say which nugget replaces it.")})


class WriteForm(ChangeForm):
    """A new nugget; `item` is the answer that it was found in, `docid` the document, if that was searched for."""

    uid = forms.UUIDField()
    text = forms.CharField(max_length=LONGEST_TEXT)
    vote = forms.CharField(max_length=10)
    item = forms.IntegerField(required=False, min_value=1)
    docid = forms.CharField(required=False, max_length=MAX_DOCID)

    def change(self) -> dict[str, Any]:
        given = super().change()
        given["item_id"] = given.pop("item")
        return given


class TakeForm(ChangeForm):
    """A nugget of a program's draft that is to become one of the list."""

    uid = forms.UUIDField()
    draft = forms.IntegerField(min_value=1)


class RewordForm(ChangeForm):
    """A nugget in other words."""

    uid = forms.UUIDField()
    text = forms.CharField(max_length=LONGEST_TEXT)
    seen = forms.CharField(required=False, strip=False)

    def change(self) -> dict[str, Any]:
        return {**super().change(), "seen": self.data.get("seen")}


class VoteForm(ChangeForm):
    """A vote on a nugget, with the words that the page showed."""

    uid = forms.UUIDField()
    vote = forms.CharField(max_length=10)
    seen = forms.CharField(required=False, strip=False)

    def change(self) -> dict[str, Any]:
        return {**super().change(), "seen": self.data.get("seen")}


class MoveForm(ChangeForm):
    """A nugget, and its new number in the list."""

    uid = forms.UUIDField()
    place = forms.IntegerField(min_value=1, error_messages={"required": gettext_lazy("Give its new number.")})


class GroupForm(ChangeForm):
    """A nugget, and the group that it is put into; without one it is taken out of its own."""

    uid = forms.UUIDField()
    group = forms.CharField(required=False, max_length=MAX_GROUP)


class NuggetForm(ChangeForm):
    """A nugget to remove, or to bring back."""

    uid = forms.UUIDField()


class LabelForm(ChangeForm):
    """An answer, a label, and the nuggets that get it there; of each what the page showed: its label, and its text."""

    item = forms.IntegerField(min_value=1)
    label = forms.CharField(max_length=MAX_LABEL)

    def clean(self) -> dict[str, Any]:
        """Reads the cells."""
        data = super().clean() or self.cleaned_data
        uids, labels, texts = (several(self, name)[:MANY] for name in ("nugget", "was", "text"))
        if not uids or not len(uids) == len(labels) == len(texts):
            raise ValidationError(say("Say which nugget has this label."))
        field = forms.UUIDField()
        cells = zip(uids, labels, texts, strict=True)
        return data | {"cells": [Shown(field.clean(uid), label, text) for uid, label, text in cells]}

    def change(self) -> dict[str, Any]:
        given = super().change()
        given["item_id"] = given.pop("item")
        return given


class MarkForm(ChangeForm):
    """An answer and all nuggets marked in it; `seen` holds those that the page showed marked."""

    item = forms.IntegerField(min_value=1)
    seen = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        """Reads both sets of uids."""
        data = super().clean() or self.cleaned_data
        field = forms.UUIDField()
        marked = " ".join(several(self, "nugget")).split()
        shown = " ".join(several(self, "seen")).split() if "seen" in self.data else None
        return data | {
            "uids": [field.clean(uid) for uid in marked[:MANY]],
            "seen": None if shown is None else [field.clean(uid) for uid in shown[:MANY]],
        }

    def change(self) -> dict[str, Any]:
        given = super().change()
        given["item_id"] = given.pop("item")
        return given

"""What the page for settling answer classes sends."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict


class SettleForm(forms.Form):
    """Answers with the classes that they are to have: `class-ITEM`, and `seen-ITEM` as the page showed it.

    `like` names an assessor's assignment whose classes (`like-ASSIGNMENT-ITEM`) are taken for all of them.
    """

    client_id = forms.UUIDField()
    like = forms.IntegerField(required=False)

    def clean(self) -> dict[str, Any]:
        """Reads the classes of all answers."""
        data = super().clean() or self.cleaned_data
        given: QueryDict = self.data  # type: ignore[assignment]
        like = data.get("like")
        field = forms.UUIDField(required=False)
        items, seen = {}, {}
        for item in given.getlist("item"):
            if not item.isdecimal() or len(item) > 18:
                raise ValidationError("An answer is named by its number.")
            name = f"class-{item}" if like is None else f"like-{like}-{item}"
            items[int(item)] = field.clean(given.get(name, ""))
            seen[int(item)] = given.get(f"seen-{item}") or None
        if not items and "undo" not in given:
            raise ValidationError("Choose at least one answer.")
        return data | {"items": items, "seen": seen}

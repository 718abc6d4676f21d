"""What the page for settling answer classes sends."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from assessment.judging.forms.parts import several
from assessment.shared.say import say


class SettleForm(forms.Form):
    """Answers with the classes that they are to have: `class-ITEM`, and `seen-ITEM` as the page showed it.

    `like` names an assessor's assignment whose classes (`like-ASSIGNMENT-ITEM`) are taken for all of them.
    """

    client_id = forms.UUIDField()
    like = forms.IntegerField(required=False)

    def clean(self) -> dict[str, Any]:
        """Reads the classes of all answers."""
        data = super().clean() or self.cleaned_data
        like = data.get("like")
        field = forms.UUIDField(required=False)
        items, seen = {}, {}
        for item in several(self, "item"):
            if not item.isdecimal() or len(item) > 18:
                raise ValidationError(say("An answer is named by its number."))
            name = f"class-{item}" if like is None else f"like-{like}-{item}"
            items[int(item)] = field.clean(self.data.get(name, ""))
            seen[int(item)] = self.data.get(f"seen-{item}") or None
        if not items and "undo" not in self.data:
            raise ValidationError(say("Choose at least one answer."))
        return data | {"items": items, "seen": seen}

"""Forms of what the site keeps of a person."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from assessment.people.forms import right_password
from assessment.people.models import Account
from assessment.shared.say import say


class RemoveForm(forms.Form):
    """The user name, typed by hand, so that nobody is removed by a slip."""

    confirm = forms.CharField(
        max_length=150,
        label=gettext_lazy("User name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account

    def clean_confirm(self) -> str:
        """The very name of the account."""
        typed = str(self.cleaned_data["confirm"])
        if typed != self.account.username:
            raise forms.ValidationError(say("Type {name} to go on.", name=self.account.username))
        return typed


class RemoveOwnForm(RemoveForm):
    """The same with the password, where the account has one: a browser that was left open removes nobody."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(account, *args, **kwargs)
        if not account.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """The password of the account."""
        return right_password(self.account, str(self.cleaned_data["password"]))

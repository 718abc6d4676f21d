"""Forms of accounts, people and invitations."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext, gettext_lazy

from assessment.people.models import Account, Member, RoleName
from assessment.people.services import throttle
from assessment.people.services.addresses import LONGEST_EMAIL
from assessment.people.services.tokens import LONGEST_DAYS, USUAL_DAYS, USUAL_NAME
from assessment.shared.datetimes import zone_name
from assessment.shared.say import say

LANGUAGES = [
    ("bg", gettext_lazy("Bulgarian")),
    ("de", gettext_lazy("German")),
    ("en", gettext_lazy("English")),
    ("es", gettext_lazy("Spanish")),
    ("fr", gettext_lazy("French")),
    ("it", gettext_lazy("Italian")),
    ("nl", gettext_lazy("Dutch")),
    ("pt", gettext_lazy("Portuguese")),
    ("ro", gettext_lazy("Romanian")),
]


if TYPE_CHECKING:
    _SetPasswordForm = SetPasswordForm[Account]
else:
    _SetPasswordForm = SetPasswordForm


class SignInForm(AuthenticationForm):
    """Name and password; the name is not case-sensitive in the message it gives."""

    error_messages = {
        "invalid_login": gettext_lazy("User name or password is wrong."),
        "inactive": gettext_lazy("This account is closed. Ask the people who run this site."),
    }


def _languages_field() -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        choices=LANGUAGES,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Languages"),
    )


class RolesForm(forms.Form):
    """Which roles somebody has in a campaign."""

    roles = forms.MultipleChoiceField(
        choices=RoleName.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label=gettext_lazy("Roles"),
    )


class AddMemberForm(RolesForm):
    """Bring an existing account into the campaign."""

    username = forms.CharField(max_length=150, label=gettext_lazy("Name of the account"))
    field_order = ["username", "roles"]


class InviteForm(RolesForm):
    """Invite somebody by link."""

    name = forms.CharField(max_length=150, label=gettext_lazy("Name of the person"))
    email = forms.EmailField(
        max_length=LONGEST_EMAIL,
        required=False,
        label=gettext_lazy("Mail address"),
        help_text=gettext_lazy("Used where mail is set up."),
    )
    languages = _languages_field()
    field_order = ["name", "email", "roles", "languages"]


class AcceptForm(forms.Form):
    """Make an account while accepting an invitation."""

    username = forms.SlugField(
        max_length=150,
        label=gettext_lazy("Choose a name to sign in with"),
        help_text=gettext_lazy("Letters, digits, hyphens, underscores."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )


class JoinForm(forms.Form):
    """Make an account that signs in at the provider alone, while accepting an invitation."""

    username = forms.SlugField(
        max_length=150,
        label=gettext_lazy("Choose your user name"),
        help_text=gettext_lazy("Letters, digits, hyphens, underscores."),
    )


class AccountForm(forms.Form):
    """What somebody may change of the own account."""

    display_name = forms.CharField(max_length=150, required=False, label=gettext_lazy("Name shown to others"))
    email = forms.EmailField(max_length=LONGEST_EMAIL, required=False, label=gettext_lazy("Mail address"))
    languages = _languages_field()


class OwnAccountForm(AccountForm):
    """What somebody may change of the own account, with how pages look to its person."""

    page_language = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Language of the pages"),
        choices=lambda: [("", gettext("The browser’s")), *settings.LANGUAGES],
    )
    zone = forms.CharField(
        max_length=64,
        required=False,
        label=gettext_lazy("Time zone"),
        help_text=gettext_lazy(
            "Moments are shown on the clock of this zone, such as Europe/Paris. Empty: UTC."
        ),
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off", "data-zone": ""}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if len(settings.LANGUAGES) == 1:
            del self.fields["page_language"]

    def clean_zone(self) -> str:
        """A zone of the IANA list, whatever its capitals."""
        try:
            return zone_name(self.cleaned_data["zone"].strip()) if self.cleaned_data["zone"].strip() else ""
        except ValueError as expected:
            raise forms.ValidationError(
                say("This is not a zone: write {expected}.", expected=expected)
            ) from None


class NewAccountForm(AccountForm):
    """A new account, made by a site admin."""

    username = forms.SlugField(max_length=150, label=gettext_lazy("Name to sign in with"))
    site_admin = forms.BooleanField(
        required=False, label=gettext_lazy("Site admin: may do everything on this site")
    )
    may_create = forms.BooleanField(
        required=False,
        label=gettext_lazy("May create campaigns, whose admin they become, and import collections"),
    )
    field_order = ["username", "display_name", "email", "languages", "may_create", "site_admin"]


class TokenForm(forms.Form):
    """A token for a program: what it is for, and what it leaves of what its person may do."""

    name = forms.CharField(
        max_length=100,
        required=False,
        label=gettext_lazy("What the token is for"),
        help_text=gettext_lazy("A new token replaces the one of the same name."),
    )
    campaign: "forms.ModelChoiceField[Any]" = forms.ModelChoiceField(
        queryset=None,
        required=False,
        to_field_name="slug",
        empty_label=gettext_lazy("all my campaigns"),
        label=gettext_lazy("Campaign"),
    )
    role = forms.ChoiceField(
        choices=[("", gettext_lazy("all my roles")), *RoleName.choices],
        required=False,
        label=gettext_lazy("Role"),
    )
    reads_only = forms.BooleanField(
        required=False, label=gettext_lazy("Read only: programs with it change nothing")
    )
    days = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=LONGEST_DAYS,
        initial=USUAL_DAYS,
        label=gettext_lazy("Days until it expires"),
        help_text=gettext_lazy("Empty: until you revoke it."),
    )

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = Member.objects.filter(account=account, roles__isnull=False)
        campaigns = Member._meta.get_field("campaign").related_model._default_manager
        fields: dict[str, Any] = self.fields
        fields["campaign"].queryset = campaigns.filter(pk__in=own.values("campaign")).order_by("slug")

    def token(self) -> dict[str, Any]:
        """What the service is asked for."""
        asked = self.cleaned_data
        return {
            "name": asked["name"] or USUAL_NAME,
            "campaign": asked["campaign"],
            "role": asked["role"],
            "writes": not asked["reads_only"],
            "days": asked["days"],
        }


class ResetForm(forms.Form):
    """Ask for a password link by mail."""

    username = forms.CharField(max_length=150, label=gettext_lazy("Name or mail address"))

    def clean_username(self) -> Any:
        """Drop blanks that came with copying."""
        return self.cleaned_data["username"].strip()


class ConfirmForm(forms.Form):
    """The first code of an app, which proves that it has the key."""

    code = forms.CharField(
        max_length=40,
        label=gettext_lazy("Code that the app shows"),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class PasswordForm(forms.Form):
    """The password again, before something of the account is changed for good."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, account: Account, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.account = account
        self.is_locked = False  # after too many tries: then it tells nothing of the password, right or wrong
        self.fields["password"].required = account.has_usable_password()

    def clean_password(self) -> str:
        """The password of the account."""
        if self.is_locked:
            raise forms.ValidationError(say("Too many attempts. Wait ten minutes."))
        return right_password(self.account, str(self.cleaned_data["password"]))


class TokensToo(forms.Form):
    """What else ends with the sessions of an account."""

    tokens = forms.BooleanField(
        required=False,
        initial=True,
        label=gettext_lazy("Revoke the API tokens too"),
        help_text=gettext_lazy("Programs that use one stop working until they get another."),
    )


class NewPasswordForm(TokensToo, _SetPasswordForm):
    """A password that a link sets."""

    field_order = ("new_password1", "new_password2", "tokens")


class OwnPasswordForm(TokensToo, PasswordChangeForm):
    """Another password in place of the present one, which a browser that was left open guesses no faster than others."""

    field_order = ("old_password", "new_password1", "new_password2", "tokens")

    def clean_old_password(self) -> str:
        """The present password; tries are counted with those of `confirming`."""
        counted = throttle.of_password(self.user.pk)
        if throttle.count_attempt(*counted):
            raise forms.ValidationError(say("Too many attempts. Wait ten minutes."))
        typed = str(super().clean_old_password())
        throttle.forget_attempts(*counted)
        return typed


def right_password(account: Account, typed: str) -> str:
    """What was typed, where it is the password of the account. Raises ValidationError."""
    if not account.check_password(typed):
        raise forms.ValidationError(say("The password is wrong."))
    return typed

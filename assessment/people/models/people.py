"""Accounts, people of a campaign and their roles, and invitations."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy

from assessment.people.models.limits import UNLIMITED, Limits
from documents.fields import CodePointCharField
from documents.links import IN_BROWSER


class Account(AbstractUser):
    """Somebody who can sign in. A superuser is a site admin: creates campaigns and accounts, and sees everything."""

    display_name = models.CharField(max_length=150, blank=True)
    languages = models.JSONField(default=list, blank=True, help_text="ISO 639-1 codes, best first")
    may_create = models.BooleanField(
        default=False, help_text="makes campaigns, whose admin it is then, and brings collections"
    )

    zone = models.CharField(
        max_length=64, blank=True, help_text="an IANA zone, in which moments are shown; empty: UTC"
    )
    page_language = models.CharField(
        max_length=8, blank=True, help_text="in which pages speak; empty: the language of the browser"
    )
    keys = models.JSONField(
        default=dict, blank=True, help_text="keys of the judging pages: `on`, and `own` by page"
    )

    removed_at = models.DateTimeField(
        null=True, blank=True, help_text="when its person's data was removed; what is left is a pseudonym"
    )

    limits: Limits = UNLIMITED  # of the token that it comes with in this request
    browser: int = (
        0  # primary key of the SignedInBrowser that it comes from in this request; 0: from none, or unknown
    )

    @property
    def mail_language(self) -> str:
        """In which mail speaks to it: the language of its pages; English where those follow the browser."""
        return self.page_language or "en"

    @property
    def as_reader(self) -> str:
        """For whom an address of a document is made: this person, in the browser of this request."""
        return f"{self.pk}{IN_BROWSER}{self.browser}" if self.browser else str(self.pk)

    @property
    def creates(self) -> bool:
        """Whether it may make campaigns and bring collections."""
        return self.is_superuser or self.may_create

    @property
    def initials(self) -> str:
        """Of the first and the last word of its name: they show that a name is one, whatever words it is made of."""
        words = str(self).split()
        return "".join(word[0] for word in dict.fromkeys([words[0], words[-1]])).upper() if words else ""

    def __str__(self) -> str:
        return self.display_name or self.username


class RoleName(models.TextChoices):
    """What a person may do in one campaign."""

    ADMIN = "admin", gettext_lazy("Admin")
    ORGANIZER = "organizer", gettext_lazy("Organizer")
    ADJUDICATOR = "adjudicator", gettext_lazy("Adjudicator")
    ASSESSOR = "assessor", gettext_lazy("Assessor")
    PARTICIPANT = "participant", gettext_lazy("Participant")


class Member(models.Model):
    """A person in one campaign, under the name that its files use.

    A member without an account came with imported files: nobody can sign in as this person, and
    an account of the same name is somebody else.
    """

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="members", db_index=False)
    account = models.ForeignKey(Account, models.PROTECT, null=True, blank=True, related_name="memberships")
    name = CodePointCharField(max_length=150)
    left_at = models.DateTimeField(null=True, blank=True, help_text="when the person was removed")
    former = models.JSONField(
        default=dict, blank=True, help_text="of somebody removed: what they had, for putting them back"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="member_name_unique"),
            models.UniqueConstraint(
                fields=["campaign", "account"],
                condition=models.Q(account__isnull=False),
                name="member_account_unique",
            ),
        ]

    @property
    def as_reader(self) -> str:
        """That of the account; nobody, where there is none."""
        return self.account.as_reader if self.account else ""

    def __str__(self) -> str:
        return self.name

    def role_names(self) -> list[str]:
        """The roles held, in order."""
        return sorted(row.role for row in self.roles.all())


class Role(models.Model):
    """One role of a member; a member may have several."""

    member = models.ForeignKey(Member, models.CASCADE, related_name="roles", db_index=False)
    role = models.CharField(max_length=20, choices=RoleName)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["member", "role"], name="role_unique")]


class Invitation(models.Model):
    """A link that lets one person make an account and join with the roles it names. Used once.

    One that is withdrawn ends at that moment; the event log tells who did it. `teams` are those it lets somebody into.
    """

    token_hash = models.CharField(max_length=64, unique=True)
    link_seed = models.CharField(
        max_length=32, blank=True, help_text="what the link is made of, with the secret key of the site"
    )
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, null=True, related_name="invitations")
    email = models.EmailField(blank=True)
    name = models.CharField(max_length=150)
    roles = models.JSONField(default=list)
    languages = models.JSONField(default=list)
    invited_by = models.ForeignKey(
        Account, models.PROTECT, null=True, related_name="+", help_text="empty: the command line"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(Account, models.PROTECT, null=True, related_name="+")
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    @property
    def state(self) -> str:
        """What became of it: open, accepted, expired or withdrawn."""
        if self.accepted_at:
            return "accepted"
        if self.withdrawn_at:
            return "withdrawn"
        return "open" if self.is_open else "expired"

    @property
    def can_be_renewed(self) -> bool:
        """Whether a new link can be made for it."""
        return not (self.accepted_at or self.withdrawn_at)

    @property
    def is_open(self) -> bool:
        """Whether it can still be accepted."""
        return self.accepted_at is None and self.expires_at > timezone.now()

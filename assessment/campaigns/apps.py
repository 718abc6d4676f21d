from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "assessment.campaigns"
    label = "campaigns"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.campaigns import tasks  # noqa: F401  # registers by being imported

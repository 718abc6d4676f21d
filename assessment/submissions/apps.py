from django.apps import AppConfig


class SubmissionsConfig(AppConfig):
    name = "assessment.submissions"
    label = "submissions"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.submissions import tasks  # noqa: F401  # registers by being imported

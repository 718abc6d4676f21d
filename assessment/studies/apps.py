from django.apps import AppConfig


class StudiesConfig(AppConfig):
    name = "assessment.studies"
    label = "studies"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.studies import tasks  # noqa: F401  # registers by being imported

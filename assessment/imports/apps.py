from django.apps import AppConfig


class ImportsConfig(AppConfig):
    name = "assessment.imports"
    label = "imports"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.imports import tasks  # noqa: F401  # registers by being imported

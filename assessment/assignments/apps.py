from django.apps import AppConfig


class AssignmentsConfig(AppConfig):
    name = "assessment.assignments"
    label = "assignments"

    def ready(self) -> None:
        """Make the app's jobs known."""
        from assessment.assignments import tasks  # noqa: F401  # registers by being imported

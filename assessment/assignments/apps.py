from django.apps import AppConfig


class AssignmentsConfig(AppConfig):
    name = "assessment.assignments"
    label = "assignments"

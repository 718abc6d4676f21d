from django.apps import AppConfig


class PeopleConfig(AppConfig):
    name = "assessment.people"
    label = "people"

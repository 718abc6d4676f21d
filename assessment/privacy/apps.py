from django.apps import AppConfig


class PrivacyConfig(AppConfig):
    name = "assessment.privacy"
    label = "privacy"

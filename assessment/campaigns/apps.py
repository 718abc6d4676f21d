from django.apps import AppConfig


class CampaignsConfig(AppConfig):
    name = "assessment.campaigns"
    label = "campaigns"

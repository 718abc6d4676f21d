from django.urls import path

from assessment.campaigns.views import people

app_name = "campaigns"
urlpatterns = [
    path("campaigns/<slug:slug>/people/", people.people, name="people"),
    path("campaigns/<slug:slug>/people/add/", people.add_member, name="add-member"),
    path("campaigns/<slug:slug>/people/invite/", people.invite, name="invite"),
    path("campaigns/<slug:slug>/people/<int:pk>/roles/", people.member_roles, name="member-roles"),
]

from django.urls import path

from assessment.people.views import accounts, keys, linked, provider, second_step, sessions, signing, tokens

app_name = "people"
urlpatterns = [
    path("sign-in/", signing.sign_in, name="sign-in"),
    path("sign-in/code/", second_step.sign_in_code, name="sign-in-code"),
    path("sign-in/provider/", provider.start, name="provider"),
    path("sign-in/provider/back/", provider.back, name="provider-back"),
    path("sign-out/", signing.sign_out, name="sign-out"),
    path("account/", signing.account, name="account"),
    path("account/keys/", keys.keys, name="keys"),
    path("account/linked/", linked.linked, name="linked"),
    path("account/sessions/end/", sessions.end, name="end-sessions"),
    path("account/second-step/", second_step.second_step, name="second-step"),
    path("account/token/", tokens.tokens, name="api-token"),
    path("account/token/<int:pk>/revoke/", tokens.revoke, name="token-revoke"),
    path("account/password/", signing.password, name="password"),
    path("password/", signing.password_lost, name="password-lost"),
    path("password/<uidb64>/<token>/", signing.password_new, name="password-new"),
    path("invitations/<str:token>/", signing.invitation, name="invitation"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts/<int:pk>/open/", accounts.account_open, name="account-open"),
    path("accounts/<int:pk>/creates/", accounts.account_creates, name="account-creates"),
    path("accounts/<int:pk>/password-link/", accounts.password_link, name="password-link"),
]

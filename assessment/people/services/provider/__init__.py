"""Signing in at the provider of the site (OpenID Connect): the way there, the way back, and who came."""

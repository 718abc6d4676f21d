"""Writes of the webhooks app: which addresses there are, what they are told, and the telling."""

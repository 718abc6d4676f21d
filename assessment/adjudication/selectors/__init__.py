"""Reads of disputes, decisions and agreement."""

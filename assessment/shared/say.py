"""Sentences in the reader's language, as `documents.say` says them. From here on those of `scoring` are said so too."""

from documents.say import say, say_n, sentence
from scoring.say import speak_with

__all__ = ["say", "say_n", "sentence"]

speak_with(say, say_n)

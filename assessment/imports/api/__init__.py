"""The API of imports: what programs say, and answer patterns."""

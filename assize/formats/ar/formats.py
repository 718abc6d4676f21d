"""Arabic with Western digits, as the pages write it: 1,234.5."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3

"""A table's own deck: taught from one picture of each card, matched when cards are read, checked before the night."""

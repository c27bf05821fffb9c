"""Vector files of the rule book, each answered by the room that knows it."""

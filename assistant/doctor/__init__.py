"""`fala doctor`: is everything here that a night needs? Each line says that it is well, or what to do."""

"""`fala bench all`: every bench one after another, kept as JSON and shown as one page with what was measured before."""

"""One file per change of the schema, numbered."""

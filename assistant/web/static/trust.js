// How a phone learns to trust this table's own certificate: a page to read, nothing to run.

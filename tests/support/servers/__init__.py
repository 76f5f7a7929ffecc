"""Private copies of the servers that tests talk to."""

// The terminal as a value.

// The rows of the screen.

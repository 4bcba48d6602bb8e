#include <termios.h>

// Returns the terminal's original modes.
void settee_curses_modes_before(struct termios *modes);

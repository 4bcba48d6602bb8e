#include <termios.h>

// The modes that the terminal had before it was opened.
void settee_curses_modes_before(struct termios *modes);

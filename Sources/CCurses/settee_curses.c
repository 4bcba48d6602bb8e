#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include "settee_curses.h"
#include "settee_modes.h"

#include <curses.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// Declared here because term.h also defines macros such as `columns` and `lines`.
extern char *tigetstr(const char *);
extern int tigetnum(const char *);
extern int tigetflag(const char *);

static SCREEN *screen;
static FILE *stream;
static struct termios before;

static void take_modes(void) {
  struct termios modes;
  cbreak();
  noecho();
  nonl();
  // cbreak leaves ^S, ^Q, ^V, and ^O to the terminal driver, but the editor uses them as keys.
  if (tcgetattr(fileno(stream), &modes) == 0) {
    modes.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | ISTRIP);
    modes.c_lflag &= ~(tcflag_t)(IEXTEN);
    tcsetattr(fileno(stream), TCSADRAIN, &modes);
  }
  def_prog_mode();
}

// Returns whether the cursor is addressed as in ANSI X3.64. The capability may end with padding.
static int has_ansi_cursor(void) {
  static const char ansi[] = "\033[%i%p1%d;%p2%dH";
  const char *address = settee_curses_capability("cup");
  return address && strncmp(address, ansi, sizeof ansi - 1) == 0 &&
         (address[sizeof ansi - 1] == 0 || address[sizeof ansi - 1] == '$');
}

int settee_curses_open(const char *path, const char *term) {
  int descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return SETTEE_OPEN_NO_TTY;
  if (tcgetattr(descriptor, &before) != 0 || !(stream = fdopen(descriptor, "r+"))) {
    close(descriptor);
    return SETTEE_OPEN_NO_TTY;
  }
  // Use the kernel's window size, since LINES and COLUMNS can be stale.
  use_env(FALSE);
  use_tioctl(TRUE);
  screen = newterm(term, stream, stream);
  if (!screen || !has_ansi_cursor()) {
    int status = screen ? SETTEE_OPEN_NO_CURSOR : SETTEE_OPEN_UNKNOWN;
    settee_curses_close();
    return status;
  }
  // The first refresh switches to the alternate screen and clears it.
  refresh();
  take_modes();
  return SETTEE_OPEN_OK;
}

void settee_curses_close(void) {
  if (screen) {
    if (!isendwin()) endwin();
    delscreen(screen);
    screen = NULL;
  }
  if (stream) {
    tcsetattr(fileno(stream), TCSADRAIN, &before);
    fclose(stream);
    stream = NULL;
  }
}

const char *settee_curses_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}

int settee_curses_number(const char *name) { return tigetnum(name); }

int settee_curses_has(const char *name) {
  return tigetflag(name) > 0 || tigetnum(name) > 0 || settee_curses_capability(name);
}

void settee_curses_size(int *rows, int *columns) {
  struct winsize size;
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
    if (size.ws_row != LINES || size.ws_col != COLS) resizeterm(size.ws_row, size.ws_col);
  }
  *rows = LINES;
  *columns = COLS;
}

void settee_curses_leave(void) {
  if (screen && !isendwin()) endwin();
  if (stream) tcsetattr(fileno(stream), TCSADRAIN, &before);
}

void settee_curses_return(int was_away) {
  // Another program, such as the shell, may have changed the modes to restore on exit.
  if (was_away) tcgetattr(fileno(stream), &before);
  reset_prog_mode();
  if (isendwin()) {
    clearok(curscr, TRUE);
    refresh();
  }
}

int settee_curses_is_slow(void) {
  speed_t speed = cfgetospeed(&before);
  return speed != B0 && speed < B38400;
}

int settee_curses_descriptor(void) { return stream ? fileno(stream) : -1; }

void settee_curses_modes_before(struct termios *modes) { *modes = before; }

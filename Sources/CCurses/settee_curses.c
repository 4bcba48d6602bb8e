#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include "settee_curses.h"
#include "settee_modes.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

// NB: term.h would bring this, and macros named `columns` and `lines` with it.
extern char *tigetstr(const char *);

static SCREEN *screen;
static FILE *stream;
static struct termios before;
static short pairs[9][9];
static short pairs_used;
// The look of the cell that was put last, as ncurses knows it: rows have many cells and few looks.
static cchar_t look;
static settee_cell look_of;
static int look_is_known;

static void take_modes(void) {
  struct termios modes;
  cbreak();
  noecho();
  nonl();
  // cbreak leaves ^S, ^Q, ^V and ^O to the driver; they are keys here.
  if (tcgetattr(fileno(stream), &modes) == 0) {
    modes.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | ISTRIP);
    modes.c_lflag &= ~(tcflag_t)(IEXTEN);
    tcsetattr(fileno(stream), TCSADRAIN, &modes);
  }
  def_prog_mode();
}

// Lets ncurses collect a frame and send it at once.
//
// NB: until it has come back from `endwin` for the first time, ncurses takes its caller for one that
// only wants the terminal's abilities, and sends each move of the cursor by itself: fifty system
// calls for a screen, five for a key. So it leaves while nobody listens, and comes back; that is
// before it knows of colours, since coming back it would set the user's own palette back.
static void collect_frames(int descriptor) {
  int terminal = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  int nobody = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (terminal >= 0 && nobody >= 0 && dup2(nobody, descriptor) >= 0) {
    endwin();
    dup2(terminal, descriptor);
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    refresh();
  }
  if (nobody >= 0) close(nobody);
  if (terminal >= 0) close(terminal);
}

int settee_curses_open(const char *path, const char *term) {
  int descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (descriptor < 0) return SETTEE_OPEN_NO_TTY;
  if (tcgetattr(descriptor, &before) != 0 || !(stream = fdopen(descriptor, "r+"))) {
    close(descriptor);
    return SETTEE_OPEN_NO_TTY;
  }
  // The kernel knows the size; LINES and COLUMNS may be those of another window.
  use_env(FALSE);
  use_tioctl(TRUE);
  screen = newterm(term, stream, stream);
  if (!screen || !settee_curses_capability("cup")) {
    int status = screen ? SETTEE_OPEN_NO_CURSOR : SETTEE_OPEN_UNKNOWN;
    settee_curses_close();
    return status;
  }
  collect_frames(descriptor);
  memset(pairs, 0, sizeof pairs);
  pairs_used = 0;
  look_is_known = 0;
  if (has_colors()) {
    start_color();
    use_default_colors();
    // The blanks of the first frame had no colours yet; to clear once more takes fewer bytes than to
    // send them again.
    clearok(curscr, TRUE);
  }
  take_modes();
  leaveok(stdscr, FALSE);
  idlok(stdscr, TRUE);
  typeahead(-1);
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

int settee_curses_colors(void) { return has_colors() ? COLORS : 0; }

const char *settee_curses_capability(const char *name) {
  const char *text = tigetstr(name);
  return text == (const char *)-1 ? NULL : text;
}

void settee_curses_size(int *rows, int *columns) {
  struct winsize size;
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0) {
    if (size.ws_row != LINES || size.ws_col != COLS) resizeterm(size.ws_row, size.ws_col);
  }
  *rows = LINES;
  *columns = COLS;
}

// The colour pair of two colours; 0 when the terminal has no more pairs.
static short pair_of(int foreground, int background) {
  if (!has_colors() || (foreground == 0 && background == 0)) return 0;
  if (foreground > 8 || background > 8) return 0;
  short *pair = &pairs[foreground][background];
  if (*pair == 0 && pairs_used + 1 < COLOR_PAIRS) {
    if (init_pair(pairs_used + 1, foreground - 1, background - 1) == OK) *pair = ++pairs_used;
  }
  return *pair;
}

static attr_t attributes_of(uint8_t bits) {
  attr_t attributes = A_NORMAL;
  if (bits & SETTEE_BOLD) attributes |= A_BOLD;
  if (bits & SETTEE_DIM) attributes |= A_DIM;
  if (bits & SETTEE_UNDERLINE) attributes |= A_UNDERLINE;
  if (bits & SETTEE_REVERSE) attributes |= A_REVERSE;
  return attributes;
}

// What ncurses gets for a cell: it measures with wcwidth, so a character that wcwidth measures
// differently would push the rest of the row aside.
static void fill(cchar_t *target, const settee_cell *cell, wchar_t base) {
  wchar_t text[6] = {base, 0, 0, 0, 0, 0};
  int length = 1;
  for (int i = 1; base != L'?' && i < 5 && cell->text[i]; i++) {
    wchar_t mark = (wchar_t)cell->text[i];
    if (wcwidth(mark) == 0) text[length++] = mark;
  }
  setcchar(target, text, attributes_of(cell->attributes),
           pair_of(cell->foreground, cell->background), NULL);
}

// The same for printable ASCII without marks, which every library measures alike.
static void fill_plain(cchar_t *target, const settee_cell *cell) {
  int is_same = look_is_known && cell->attributes == look_of.attributes &&
                cell->foreground == look_of.foreground && cell->background == look_of.background;
  if (!is_same) {
    settee_cell blank = {.text = {L' '}, .width = 1, .attributes = cell->attributes,
                         .foreground = cell->foreground, .background = cell->background};
    fill(&look, &blank, L' ');
    look_of = blank;
    look_is_known = 1;
  }
  *target = look;
  target->chars[0] = (wchar_t)cell->text[0];
}

void settee_curses_put(int row, int column, const settee_cell *cells, int count) {
  cchar_t line[1024];
  int used = 0;
  if (count > 512) count = 512;
  for (int i = 0; i < count; i++) {
    wchar_t base = (wchar_t)cells[i].text[0];
    // Most cells are so.
    if (base >= 0x20 && base < 0x7F && cells[i].width == 1 && cells[i].text[1] == 0) {
      fill_plain(&line[used++], &cells[i]);
      continue;
    }
    int agreed = wcwidth(base) == cells[i].width;
    fill(&line[used++], &cells[i], agreed ? base : L'?');
    if (!agreed && cells[i].width == 2) fill(&line[used++], &cells[i], L' ');
  }
  mvadd_wchnstr(row, column, line, used);
}

void settee_curses_show(int row, int column) {
  move(row, column);
  refresh();
}

void settee_curses_redraw(void) { clearok(curscr, TRUE); }

void settee_curses_leave(void) {
  if (screen && !isendwin()) endwin();
  if (stream) tcsetattr(fileno(stream), TCSADRAIN, &before);
}

void settee_curses_return(int was_away) {
  // Another program may have changed the modes meanwhile; the shell's own come first.
  if (was_away) tcgetattr(fileno(stream), &before);
  reset_prog_mode();
  clearok(curscr, TRUE);
}

int settee_curses_descriptor(void) { return stream ? fileno(stream) : -1; }

void settee_curses_modes_before(struct termios *modes) { *modes = before; }

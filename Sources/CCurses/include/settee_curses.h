#ifndef SETTEE_CURSES_H
#define SETTEE_CURSES_H

#include <stdint.h>

// All that Swift sees of ncursesw. Every ncurses global stays behind these functions, and so do
// the signal handlers, because only C can promise what a handler may do. One thread calls them.

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SETTEE_BOLD = 1,
  SETTEE_UNDERLINE = 4,
  SETTEE_REVERSE = 8,
  SETTEE_LINK = 16,
};

enum {
  // Eleven inks on six surfaces, and as many with both exchanged.
  SETTEE_PENS = 132,
  // What a colour of red, green and blue has beside them.
  SETTEE_RGB = 1 << 24,
};

enum {
  SETTEE_OPEN_OK = 0,
  // There is no terminal to open: no /dev/tty, or it cannot be read and written.
  SETTEE_OPEN_NO_TTY = 1,
  // The terminal database does not know TERM.
  SETTEE_OPEN_UNKNOWN = 2,
  // TERM is known, but the cursor cannot be moved.
  SETTEE_OPEN_NO_CURSOR = 3,
};

// One cell: a character, up to four marks on it (0 = none), the columns that it covers, and how
// it looks: attributes, and the number of a pen.
typedef struct {
  uint32_t text[5];
  uint8_t width;
  uint8_t attributes;
  uint8_t pen;
} settee_cell;

// What an ink on a surface is in this terminal. A colour is 0 for the terminal's own, else its number
// plus one, else SETTEE_RGB and its bytes. Pen 0 is text on the page.
typedef struct {
  uint32_t foreground;
  uint32_t background;
  // Attributes beside a cell's own, and those of its own that it does without.
  uint8_t adds;
  uint8_t drops;
} settee_pen;

// Opens the terminal at a path as TERM says, without touching LINES and COLUMNS.
int settee_curses_open(const char *path, const char *term);
// Gives the terminal back as it was before it was opened.
void settee_curses_close(void);
// The bytes of a string capability, or NULL when the terminal lacks it.
const char *settee_curses_capability(const char *name);
// The size as the kernel knows it now; tells ncurses when it has changed.
void settee_curses_size(int *rows, int *columns);
// Leaves the screen to other programs until it is taken back.
void settee_curses_leave(void);
// Takes the terminal's modes back, after leaving it, or after this process was stopped unasked:
// then the modes found are this program's own, and not those to restore in the end.
void settee_curses_return(int was_away);
// Whether the terminal is at the end of a line slower than 38,400 baud.
int settee_curses_is_slow(void);
// The descriptor of the terminal, -1 while it is closed.
int settee_curses_descriptor(void);

// How many colours the terminal has: 0, a number, or 1 << 24 for all that there are, which it may have
// claimed by other ways than its description.
int settee_paint_colors(int claims_all);
// Writes with these pens, all SETTEE_PENS of them, from here on.
void settee_paint_pens(const settee_pen *pens);
// A frame: what these add is sent at once, and the cursor is left where it belongs.
//
// Where cells with SETTEE_LINK lead from here on, in printable ASCII; NULL for nowhere.
void settee_paint_link(const char *target);
// Puts cells into a row; what the C library measures differently is shown as a question mark.
void settee_paint_cells(int row, int column, const settee_cell *cells, int count);
// Whether a terminal fills what it empties with the colour in which it writes.
int settee_paint_fills(void);
// Empties a row from a column on, in the colour of a pen; 0 where the terminal cannot do that at once.
int settee_paint_can_empty(void);
void settee_paint_empty(int row, int column, int pen);
// Moves the rows from a first to a last one up, or down by a number below zero, and empties the rows
// that are left behind; 0 where the terminal cannot do that at once.
int settee_paint_can_scroll(void);
void settee_paint_scroll(int first, int last, int by);
// Empties the screen, whatever it shows and however it is set.
void settee_paint_clear(void);
// Sends the frame, leaves the cursor there, and sends words after it.
void settee_paint_send(int row, int column, const char *after);

// What is painted from here on goes into a frame that is kept and not sent.
void settee_paint_ahead(void);
// Keeps the frame, with the cursor there; 0 when it is too long. What comes next is painted as if it were not.
int settee_paint_keep(int row, int column);
// Sends the frame that was kept last, to a terminal to which nothing was sent since.
void settee_paint_send_kept(void);

// Writes each signal that asks for work as one byte into a pipe; returns its reading end.
int settee_signals_watch(void);
// Restores what the signals did before.
void settee_signals_unwatch(void);
// Makes crashes restore the terminal first: bytes to send, then the modes of before.
void settee_crash_watch(const char *restoring);
// Stops this process as ^Z would have; returns when it is continued.
void settee_signals_stop(void);
// Ends this process by a signal, so that whoever waits for it sees the signal.
void settee_signals_die(int number);

#ifdef __cplusplus
}
#endif
#endif

#ifndef SETTEE_CURSES_H
#define SETTEE_CURSES_H

#include <stdint.h>

// The Swift interface to ncursesw. It encapsulates all ncurses globals. Signal handlers are also in
// C, because Swift code isn't async-signal-safe. Call these functions from a single thread.

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
  // Eleven foregrounds on six backgrounds, each also reversed.
  SETTEE_PENS = 132,
  // Marks a 24-bit color, whose components are in the lower bits.
  SETTEE_RGB = 1 << 24,
};

enum {
  SETTEE_OPEN_OK = 0,
  // There is no /dev/tty, or it can't be opened for reading and writing.
  SETTEE_OPEN_NO_TTY = 1,
  // The terminal database has no entry for TERM.
  SETTEE_OPEN_UNKNOWN = 2,
  // The terminal has no cursor addressing.
  SETTEE_OPEN_NO_CURSOR = 3,
};

// A cell: a character, up to four combining marks (0 if unused), the width in columns, attributes,
// and the index of a pen.
typedef struct {
  uint32_t text[5];
  uint8_t width;
  uint8_t attributes;
  uint8_t pen;
} settee_cell;

// A terminal style. A color is 0 for the terminal's default, a palette index plus one, or
// SETTEE_RGB with three components. Pen 0 is plain text.
typedef struct {
  uint32_t foreground;
  uint32_t background;
  // Attributes that are added to a cell's own, and attributes that are removed.
  uint8_t adds;
  uint8_t drops;
} settee_pen;

// Opens the terminal at a path as type `term`, ignoring LINES and COLUMNS.
int settee_curses_open(const char *path, const char *term);
// Closes the terminal and restores its original modes.
void settee_curses_close(void);
// Returns a string capability, or NULL if the terminal lacks it.
const char *settee_curses_capability(const char *name);
// Returns the window size from the kernel, and informs ncurses if it changed.
void settee_curses_size(int *rows, int *columns);
// Releases the terminal for other programs until settee_curses_return.
void settee_curses_leave(void);
// Restores the editor's terminal modes. `was_away` is true after settee_curses_leave and false if
// the process was merely stopped. In the latter case, the current modes aren't saved for restoring
// on exit.
void settee_curses_return(int was_away);
// Returns whether the connection is slower than 38,400 baud.
int settee_curses_is_slow(void);
// Returns the terminal's descriptor, or -1 if it is closed.
int settee_curses_descriptor(void);

// Returns the number of colors, 0 for none, or 1 << 24 for 24-bit color. `claims_all` is true if
// the environment claims 24-bit color.
int settee_paint_colors(int claims_all);
// Sets the pens. The array has SETTEE_PENS elements.
void settee_paint_pens(const settee_pen *pens);
// The following functions add to the current frame.
//
// Sets the target of cells with SETTEE_LINK in printable ASCII, or NULL for none.
void settee_paint_link(const char *target);
// Writes cells to a row. Characters that the C library measures differently become question marks.
void settee_paint_cells(int row, int column, const settee_cell *cells, int count);
// Returns whether erasing fills with the current background color.
int settee_paint_fills(void);
// Erases a row from a column in the color of a pen, if the terminal supports that.
int settee_paint_can_empty(void);
void settee_paint_empty(int row, int column, int pen);
// Scrolls a range of rows up, or down for negative numbers, and clears the vacated rows, if the
// terminal supports that.
int settee_paint_can_scroll(void);
void settee_paint_scroll(int first, int last, int by);
// Clears the screen and resets its attributes and scroll region.
void settee_paint_clear(void);
// Sends the frame followed by other bytes, and moves the cursor.
void settee_paint_send(int row, int column, const char *after);

// Starts a frame that is prepared but not sent.
void settee_paint_ahead(void);
// Ends the prepared frame at a cursor position. Returns 0 if it is too long.
int settee_paint_keep(int row, int column);
// Sends the prepared frame. Nothing may have been sent since it was prepared.
void settee_paint_send_kept(void);

// Writes the number of each watched signal to a pipe, and returns its reading end.
int settee_signals_watch(void);
// Restores the previous signal handlers.
void settee_signals_unwatch(void);
// Restores the terminal before the process crashes: sends the bytes, then resets the modes.
void settee_crash_watch(const char *restoring);
// Stops the process as ^Z does, and returns when it continues.
void settee_signals_stop(void);
// Terminates the process with a signal, so that its parent sees the signal.
void settee_signals_die(int number);

#ifdef __cplusplus
}
#endif
#endif

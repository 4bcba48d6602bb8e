#ifndef SETTEE_CURSES_H
#define SETTEE_CURSES_H

// The Swift interface to ncursesw. It encapsulates all ncurses globals. Signal handlers are also in
// C, because Swift code isn't async-signal-safe. Call these functions from a single thread.

#ifdef __cplusplus
extern "C" {
#endif

enum {
  SETTEE_OPEN_OK = 0,
  // There is no /dev/tty, or it can't be opened for reading and writing.
  SETTEE_OPEN_NO_TTY = 1,
  // The terminal database has no entry for TERM.
  SETTEE_OPEN_UNKNOWN = 2,
  // The terminal has no cursor addressing, or doesn't address the cursor as in ANSI X3.64.
  SETTEE_OPEN_NO_CURSOR = 3,
};

// Opens the terminal at a path as type `term`, ignoring LINES and COLUMNS.
int settee_curses_open(const char *path, const char *term);
// Closes the terminal and restores its original modes.
void settee_curses_close(void);
// Returns a string capability, or NULL if the terminal lacks it.
const char *settee_curses_capability(const char *name);
// Returns a numeric capability, or a negative number if the terminal lacks it.
int settee_curses_number(const char *name);
// Returns whether the terminal has a capability, which some entries describe as a flag, others as a
// number or a string.
int settee_curses_has(const char *name);
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

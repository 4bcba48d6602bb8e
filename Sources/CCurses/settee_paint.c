#define _XOPEN_SOURCE 700
#define _XOPEN_SOURCE_EXTENDED 1
#define _DEFAULT_SOURCE 1
#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1

#include "settee_curses.h"
#include "settee_paint.h"

#include <curses.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
// Last: its macros have names such as `lines` and `tab`.
#include <term.h>

// Sends what has changed, in the words that the terminal's description has for it.
//
// What has changed is known already, cell by cell, and is not worked out a second time: windows of
// ncurses, which compare each line and weigh every way for the cursor, took five times as long as
// everything else that a key does.

static int terminal = -1;
static char frame[1 << 15];
static size_t filled;
// Where the terminal's cursor is; -1 when that is not certain.
static int at_row, at_column;
static int has_plain_moves;
static const settee_cell plain = {.text = {' '}, .width = 1};
// The look in which the terminal writes now.
static settee_cell look;
// Where a link leads, and whether what the terminal writes now is one.
static char target[2048 + 1];
static int is_link;

void settee_paint_open(int descriptor) {
  terminal = descriptor;
  filled = 0;
  at_row = at_column = -1;
  has_plain_moves = cursor_address && strcmp(cursor_address, "\033[%i%p1%d;%p2%dH") == 0;
  look = plain;
  is_link = 0;
  target[0] = 0;
}

static void flush_frame(void) {
  size_t sent = 0;
  while (sent < filled) {
    ssize_t count = write(terminal, frame + sent, filled - sent);
    if (count > 0) sent += (size_t)count;
    else if (count < 0 && errno == EINTR) continue;
    else if (count < 0 && errno == EAGAIN) {
      struct pollfd full = {.fd = terminal, .events = POLLOUT};
      poll(&full, 1, -1);
    } else break;
  }
  filled = 0;
}

static int put(int byte) {
  if (filled == sizeof frame) flush_frame();
  frame[filled++] = (char)byte;
  return byte;
}

static void put_number(int number) {
  if (number > 9) put_number(number / 10);
  put('0' + number % 10);
}

static void ask(const char *words) { tputs(words, 1, put); }

// Whether the terminal has looks at all: a way into them that leads out again, and takes no columns.
static int has_looks(void) { return exit_attribute_mode && magic_cookie_glitch <= 0; }

int settee_paint_has_colors(void) {
  return has_looks() && max_colors >= 8 && set_a_foreground && set_a_background;
}

static int is_plain(const settee_cell *cell) {
  return !cell->attributes && !cell->foreground && !cell->background;
}

static void leave_look(void) {
  if (!has_looks()) return;
  // Where looks are not those of ANSI, to leave the attributes need not leave the colours.
  if (!has_plain_moves && (look.foreground || look.background) && orig_pair) ask(orig_pair);
  ask(exit_attribute_mode);
  look = plain;
}

// Switches an attribute on; not where it is on, or where the terminal has it only without colours.
static void take_attribute(const settee_cell *cell, uint8_t bit, int without_colors, const char *on) {
  if (!(cell->attributes & bit) || (look.attributes & bit) || !on) return;
  int is_colored = cell->foreground || cell->background;
  if (is_colored && no_color_video > 0 && (no_color_video & without_colors)) return;
  ask(on);
}

static void put_link(const char *to) {
  for (const char *byte = "\033]8;;"; *byte; byte++) put(*byte);
  for (const char *byte = to; *byte; byte++) put(*byte);
  put('\033');
  put('\\');
}

static void leave_link(void) {
  if (is_link) put_link("");
  is_link = 0;
}

void settee_paint_link(const char *to) {
  if (!to || strlen(to) >= sizeof target) to = "";
  if (strcmp(to, target) == 0) return;
  leave_link();
  strcpy(target, to);
}

// Writes in a cell's look from here on. Where looks are those of ANSI, one can be added to; otherwise
// each begins anew, and nothing is taken off any but everything.
static void take_look(const settee_cell *cell) {
  if (!(cell->attributes & SETTEE_LINK)) {
    leave_link();
  } else if (!is_link && *target) {
    put_link(target);
    is_link = 1;
  }
  uint8_t attributes = cell->attributes & (uint8_t)~SETTEE_LINK;
  int is_same = attributes == look.attributes && cell->foreground == look.foreground &&
                cell->background == look.background;
  if (is_same || !has_looks()) return;
  int takes_off = (look.attributes & ~attributes) || (look.foreground && !cell->foreground) ||
                  (look.background && !cell->background);
  int can_add = has_plain_moves && no_color_video <= 0;
  if (takes_off || (!can_add && !is_plain(&look))) leave_look();
  take_attribute(cell, SETTEE_BOLD, 1 << 5, enter_bold_mode);
  take_attribute(cell, SETTEE_DIM, 1 << 4, enter_dim_mode);
  take_attribute(cell, SETTEE_UNDERLINE, 1 << 1, enter_underline_mode);
  take_attribute(cell, SETTEE_REVERSE, 1 << 2, enter_reverse_mode);
  if (cell->foreground != look.foreground && cell->foreground && set_a_foreground)
    ask(tparm(set_a_foreground, (long)cell->foreground - 1));
  if (cell->background != look.background && cell->background && set_a_background)
    ask(tparm(set_a_background, (long)cell->background - 1));
  look = *cell;
  look.attributes = attributes;
}

static void take_plain_look(void) { take_look(&plain); }

static void move_to(int row, int column) {
  if (row == at_row && column == at_column) return;
  if (!move_standout_mode) take_plain_look();
  if (has_plain_moves) {
    put('\033');
    put('[');
    put_number(row + 1);
    put(';');
    put_number(column + 1);
    put('H');
  } else {
    ask(tparm(cursor_address, (long)row, (long)column));
  }
  at_row = row;
  at_column = column;
}

// Puts a character in the locale's bytes; 0 where it has none.
static int put_character(wchar_t character) {
  char bytes[MB_LEN_MAX];
  mbstate_t state = {0};
  size_t count = wcrtomb(bytes, character, &state);
  if (count == (size_t)-1) return 0;
  for (size_t i = 0; i < count; i++) put(bytes[i]);
  return 1;
}

// NB: a character that wcwidth measures differently is one that the terminal may measure so too; it
// would push the rest of the row aside.
static void put_text(const settee_cell *cell) {
  wchar_t base = (wchar_t)cell->text[0];
  if (wcwidth(base) != cell->width || !put_character(base)) {
    put('?');
    if (cell->width == 2) put(' ');
    return;
  }
  for (int i = 1; i < 5 && cell->text[i]; i++) {
    if (wcwidth((wchar_t)cell->text[i]) == 0) put_character((wchar_t)cell->text[i]);
  }
}

// Whether the terminal goes on in the next row as soon as the last column is written: after the last
// cell of all, it would move all rows up.
static int wraps_at_once(void) { return auto_right_margin && !eat_newline_glitch; }

void settee_paint_cells(int row, int column, const settee_cell *cells, int count) {
  if (count <= 0) return;
  move_to(row, column);
  for (int i = 0; i < count; i++) {
    const settee_cell *cell = &cells[i];
    int end = at_column + cell->width;
    if (end == COLS && row == LINES - 1 && wraps_at_once()) break;
    take_look(cell);
    // Most cells are so.
    if (cell->text[0] >= 0x20 && cell->text[0] < 0x7F && cell->width == 1 && !cell->text[1])
      put((int)cell->text[0]);
    else put_text(cell);
    at_column = end;
  }
  // In the last column, terminals differ in where their cursor is.
  if (at_column >= COLS) at_row = at_column = -1;
}

int settee_paint_can_empty(void) { return clr_eol != NULL; }

void settee_paint_empty(int row, int column) {
  move_to(row, column);
  take_plain_look();
  ask(clr_eol);
}

int settee_paint_can_scroll(void) {
  // Rows that come back from a memory beyond the screen are not empty, and a last row whose last cell
  // was never written may not become another row.
  return change_scroll_region && !non_dest_scroll_region && !memory_above && !memory_below &&
         !wraps_at_once() && (parm_index || scroll_forward) && (parm_rindex || scroll_reverse);
}

static void ask_times(const char *many, const char *one, int times) {
  if (many) ask(tparm(many, (long)times));
  else for (int i = 0; i < times; i++) ask(one);
}

void settee_paint_scroll(int first, int last, int by) {
  take_plain_look();
  ask(tparm(change_scroll_region, (long)first, (long)last));
  // To set the region moves the cursor.
  at_row = at_column = -1;
  if (by > 0) {
    move_to(last, 0);
    ask_times(parm_index, scroll_forward, by);
  } else {
    move_to(first, 0);
    ask_times(parm_rindex, scroll_reverse, -by);
  }
  ask(tparm(change_scroll_region, 0L, (long)(LINES - 1)));
  at_row = at_column = -1;
}

void settee_paint_clear(void) {
  // Another program may have left a look and a region of its own.
  if (orig_pair) ask(orig_pair);
  leave_look();
  if (change_scroll_region) ask(tparm(change_scroll_region, 0L, (long)(LINES - 1)));
  at_row = at_column = -1;
  if (clear_screen) {
    tputs(clear_screen, LINES, put);
    at_row = at_column = 0;
    return;
  }
  for (int row = 0; row < LINES; row++) {
    move_to(row, 0);
    if (clr_eol) {
      ask(clr_eol);
      continue;
    }
    int is_last = row == LINES - 1 && wraps_at_once();
    for (int column = 0; column < COLS - is_last; column++) put(' ');
    at_row = at_column = -1;
  }
}

void settee_paint_send(int row, int column) {
  take_plain_look();
  move_to(row, column);
  flush_frame();
}

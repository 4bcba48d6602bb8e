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
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>
// Include term.h last, because it defines macros such as `lines` and `tab`.
#include <term.h>

// Sends screen updates using the terminal's capabilities.
//
// The changed cells are already known. ncurses windows would compare all lines again, which took
// five times as long as everything else in handling a key.

static int terminal = -1;
static char frame[1 << 16];
static size_t filled;
// The terminal's cursor position, or -1 if it is unknown.
static int at_row, at_column;
static int has_plain_moves, has_plain_looks, can_take_off;

// The terminal style of a cell.
typedef struct {
  uint32_t foreground, background;
  uint8_t attributes;
} settee_look;

static settee_pen pens[SETTEE_PENS];
static const settee_look plain;
// The terminal's current style.
static settee_look look;
// The current link target, and whether a link is open.
static char target[2048 + 1];
static int is_link;

// The state of the terminal.
typedef struct {
  int row, column, is_link;
  settee_look look;
  char target[sizeof target];
} settee_standing;

// The prepared frame: its bytes, and the terminal's state before and after it.
static struct {
  settee_standing before, behind;
  char bytes[4096];
  size_t count;
  int is_made, is_too_long;
} ahead;

static settee_standing standing(void) {
  settee_standing now = {at_row, at_column, is_link, look, ""};
  memcpy(now.target, target, sizeof target);
  return now;
}

static void stand(const settee_standing *wanted) {
  at_row = wanted->row;
  at_column = wanted->column;
  is_link = wanted->is_link;
  look = wanted->look;
  memcpy(target, wanted->target, sizeof target);
}

static int is(const char *capability, const char *words) {
  return capability && strcmp(capability, words) == 0;
}

// Returns whether a capability is missing or starts as in ANSI, where a sequence can combine
// styles.
static int begins(const char *capability, const char *words) {
  return !capability || strncmp(capability, words, strlen(words)) == 0;
}

void settee_paint_open(int descriptor) {
  terminal = descriptor;
  filled = 0;
  at_row = at_column = -1;
  has_plain_moves = is(cursor_address, "\033[%i%p1%d;%p2%dH");
  has_plain_looks = has_plain_moves && begins(enter_bold_mode, "\033[1m") &&
                    begins(enter_underline_mode, "\033[4m") &&
                    begins(enter_reverse_mode, "\033[7m") && begins(set_a_foreground, "\033[") &&
                    begins(set_a_background, "\033[") && exit_attribute_mode &&
                    strstr(exit_attribute_mode, "\033[");
  can_take_off = is(exit_underline_mode, "\033[24m") && begins(orig_pair, "\033[39;49m");
  look = plain;
  is_link = 0;
  target[0] = 0;
}

void settee_paint_pens(const settee_pen *wanted) { memcpy(pens, wanted, sizeof pens); }

static void flush_frame(void) {
  size_t sent = 0;
  if (ahead.is_made) {
    ahead.is_too_long = 1;
    filled = 0;
  }
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

static void put_words(const char *words) {
  while (*words) put(*words++);
}

static void ask(const char *words) { tputs(words, 1, put); }

// Returns whether styles can be turned on and off without occupying columns.
static int has_looks(void) { return exit_attribute_mode && magic_cookie_glitch <= 0; }

int settee_paint_colors(int claims_all) {
  if (!has_looks() || max_colors < 8 || !set_a_foreground || !set_a_background) return 0;
  // 24-bit color requires ANSI sequences.
  if (!has_plain_looks) return max_colors > 256 ? 256 : max_colors;
  if (claims_all) return 1 << 24;
  // Newer capabilities that terminals describe as a flag, a number, or a string.
  for (const char *const *name = (const char *const[]){"RGB", "Tc", NULL}; *name; name++) {
    const char *text = tigetstr(*name);
    if (tigetflag(*name) > 0 || tigetnum(*name) > 0 || (text && text != (char *)-1)) return 1 << 24;
  }
  return max_colors;
}

static int is_same(const settee_look *one, const settee_look *two) {
  return one->attributes == two->attributes && one->foreground == two->foreground &&
         one->background == two->background;
}

// Attributes with their ANSI codes.
static const struct {
  uint8_t bit, without_colors;
  const char *on, *off;
} attributes[] = {
    {SETTEE_BOLD, 1 << 5, "1", "22"},
    {SETTEE_UNDERLINE, 1 << 1, "4", "24"},
    {SETTEE_REVERSE, 1 << 2, "7", "27"},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

static const char *way_into(uint8_t bit) {
  return bit == SETTEE_BOLD        ? enter_bold_mode
         : bit == SETTEE_UNDERLINE ? enter_underline_mode
                                   : enter_reverse_mode;
}

// Returns the terminal style of a cell.
static settee_look look_of(const settee_cell *cell) {
  const settee_pen *pen = &pens[cell->pen];
  settee_look result = {.foreground = pen->foreground, .background = pen->background};
  uint8_t wanted = (uint8_t)((cell->attributes & ~pen->drops) | pen->adds);
  int is_colored = pen->foreground || pen->background;
  for (int i = 0; i < ATTRIBUTES; i++) {
    uint8_t bit = attributes[i].bit;
    // Some terminals can't combine certain attributes with colors.
    int is_lost = is_colored && no_color_video > 0 && (no_color_video & attributes[i].without_colors);
    if ((wanted & bit) && way_into(bit) && !is_lost) result.attributes |= bit;
  }
  return has_looks() ? result : plain;
}

static void leave_look(void) {
  if (!has_looks()) return;
  // On non-ANSI terminals, resetting attributes may not reset colors.
  if (!has_plain_looks && (look.foreground || look.background) && orig_pair) ask(orig_pair);
  if (has_plain_looks) put_words("\033[m");
  else ask(exit_attribute_mode);
  look = plain;
}

// Appends parameters to an escape sequence.
static char *add(char *end, const char *numbers) {
  if (end[-1] != '[') *end++ = ';';
  while (*numbers) *end++ = *numbers++;
  *end = 0;
  return end;
}

// Appends a color, where `base` is 30 for the foreground and 40 for the background.
static char *add_color(char *end, uint32_t color, int base) {
  char numbers[32];
  if (!color) snprintf(numbers, sizeof numbers, "%d", base + 9);
  else if (color & SETTEE_RGB)
    snprintf(numbers, sizeof numbers, "%d;2;%u;%u;%u", base + 8, color >> 16 & 255,
             color >> 8 & 255, color & 255);
  else if (color <= 8) snprintf(numbers, sizeof numbers, "%d", base + (int)color - 1);
  else snprintf(numbers, sizeof numbers, "%d;5;%u", base + 8, color - 1);
  return add(end, numbers);
}

// Writes the escape sequence that changes one style to another, and returns its length.
static int change_of(char *words, const settee_look *from, const settee_look *to) {
  char *end = words;
  *end++ = '\033';
  *end++ = '[';
  for (int i = 0; i < ATTRIBUTES; i++) {
    uint8_t bit = attributes[i].bit;
    if (!(to->attributes & bit) && (from->attributes & bit)) end = add(end, attributes[i].off);
    if ((to->attributes & bit) && !(from->attributes & bit)) end = add(end, attributes[i].on);
  }
  if (from->foreground != to->foreground) end = add_color(end, to->foreground, 30);
  if (from->background != to->background) end = add_color(end, to->background, 40);
  *end++ = 'm';
  *end = 0;
  return (int)(end - words);
}

// Switches to a style.
static void use(settee_look wanted) {
  if (is_same(&wanted, &look)) return;
  if (is_same(&wanted, &plain)) {
    leave_look();
    return;
  }
  if (has_plain_looks) {
    // Choose the shorter sequence: an incremental change, or a reset followed by the full style.
    char on[96], anew[96];
    int length = change_of(on, &look, &wanted);
    int is_shorter = change_of(anew + 2, &plain, &wanted) + 2 < length;
    if (!is_same(&look, &plain) && (is_shorter || !can_take_off)) {
      memcpy(anew, "\033[0;", 4);
      put_words(anew);
    } else {
      put_words(on);
    }
    look = wanted;
    return;
  }
  // Other terminals can only reset all attributes together.
  if (!is_same(&look, &plain)) leave_look();
  for (int i = 0; i < ATTRIBUTES; i++) {
    if (wanted.attributes & attributes[i].bit) ask(way_into(attributes[i].bit));
  }
  if (wanted.foreground) ask(tparm(set_a_foreground, (long)wanted.foreground - 1));
  if (wanted.background) ask(tparm(set_a_background, (long)wanted.background - 1));
  look = wanted;
}

static void put_link(const char *to) {
  put_words("\033]8;;");
  put_words(to);
  put_words("\033\\");
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

static void take_link(const settee_cell *cell) {
  if (!(cell->attributes & SETTEE_LINK)) {
    leave_link();
  } else if (!is_link && *target) {
    put_link(target);
    is_link = 1;
  }
}

static void take_plain_look(void) {
  leave_link();
  use(plain);
}

// Returns the style of a background's blanks.
static settee_look ground(int pen) { return look_of(&(settee_cell){.pen = (uint8_t)pen}); }

static int length_of(int number) { return number > 99 ? 3 : number > 9 ? 2 : 1; }

static void put_sequence(int number, int final) {
  put_words("\033[");
  if (number > 1) put_number(number);
  put(final);
}

// Moves the cursor within its row. Returns 0 if an absolute address is as short.
static int move_within(int column) {
  if (column == 0) {
    put('\r');
    return 1;
  }
  int by = column - at_column;
  int forward = by > 0 && is(parm_right_cursor, "\033[%p1%dC") ? 2 + (by > 1) * length_of(by) : 99;
  if (forward <= 2 + length_of(column + 1)) put_sequence(by, 'C');
  else if (is(column_address, "\033[%i%p1%dG")) put_sequence(column + 1, 'G');
  else return 0;
  return 1;
}

static void move_to(int row, int column) {
  if (row == at_row && column == at_column) return;
  if (!move_standout_mode) take_plain_look();
  int down = at_row < 0 ? 0 : row - at_row;
  int is_near = has_plain_moves && is(carriage_return, "\r");
  if (is_near && at_row == row && move_within(column)) {
  } else if (is_near && column == 0 && (down == 1 || down == 2) && is(cursor_down, "\n")) {
    put('\r');
    while (down--) put('\n');
  } else if (has_plain_moves) {
    put_words("\033[");
    if (row || column) put_number(row + 1);
    if (column) {
      put(';');
      put_number(column + 1);
    }
    put('H');
  } else {
    ask(tparm(cursor_address, (long)row, (long)column));
  }
  at_row = row;
  at_column = column;
}

// Writes a character in the locale's encoding. Returns 0 if it can't be encoded.
static int put_character(wchar_t character) {
  char bytes[MB_LEN_MAX];
  mbstate_t state = {0};
  size_t count = wcrtomb(bytes, character, &state);
  if (count == (size_t)-1) return 0;
  for (size_t i = 0; i < count; i++) put(bytes[i]);
  return 1;
}

// Writes a cell's text. If wcwidth disagrees with our width, so may the terminal, and the rest of
// the row would be misaligned.
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

// Returns whether writing the last column wraps immediately. In the last row, that would scroll the
// screen.
static int wraps_at_once(void) { return auto_right_margin && !eat_newline_glitch; }

static int is_blank(const settee_cell *cell) {
  return cell->text[0] == ' ' && !cell->text[1] && cell->width == 1 &&
         !(cell->attributes & (SETTEE_LINK | SETTEE_UNDERLINE | SETTEE_REVERSE));
}

// Returns whether only the background of a style is visible in blanks, so that the terminal can
// erase with it.
static int can_fill(const settee_look *wanted) {
  return !(wanted->attributes & (SETTEE_UNDERLINE | SETTEE_REVERSE)) &&
         (back_color_erase || !wanted->background);
}

// Switches to a style for blanks, keeping the current foreground because it isn't visible.
static void use_for_blank(settee_look wanted) {
  uint8_t shown = SETTEE_UNDERLINE | SETTEE_REVERSE;
  if (!((wanted.attributes | look.attributes) & shown)) {
    wanted.foreground = look.foreground;
    wanted.attributes = look.attributes;
    // A reset is the shortest sequence.
    if (!wanted.background && look.background) wanted = plain;
  }
  use(wanted);
}

static int run_of(const settee_cell *cells, int count) {
  int end = 1;
  size_t size = offsetof(settee_cell, pen) + sizeof cells->pen;
  while (end < count && memcmp(&cells[end], cells, size) == 0) end++;
  return end;
}

static int can_repeat(void) {
  return has_plain_moves && repeat_char && strstr(repeat_char, "\033[%p2%{1}%-%db");
}

void settee_paint_cells(int row, int column, const settee_cell *cells, int count) {
  if (count <= 0) return;
  move_to(row, column);
  for (int i = 0; i < count; i++) {
    const settee_cell *cell = &cells[i];
    int end = at_column + cell->width;
    if (end == COLS && row == LINES - 1 && wraps_at_once()) break;
    take_link(cell);
    settee_look wanted = look_of(cell);
    int run = cell->width == 1 ? run_of(cell, count - i) : 1;
    if (is_blank(cell)) {
      use_for_blank(wanted);
      // Erasing doesn't move the cursor, so add the cost of moving it.
      int is_last = i + run == count;
      int price = 3 + length_of(run) + (is_last ? 0 : 3 + length_of(run));
      if (run > price && can_fill(&look) && has_plain_moves && is(erase_chars, "\033[%p1%dX")) {
        put_sequence(run, 'X');
        i += run - 1;
        if (!is_last) move_to(row, at_column + run);
        continue;
      }
    } else {
      use(wanted);
    }
    // Fast path for ASCII.
    if (cell->text[0] >= 0x20 && cell->text[0] < 0x7F && cell->width == 1 && !cell->text[1])
      put((int)cell->text[0]);
    else put_text(cell);
    at_column = end;
    // Some terminals with xterm's name can repeat only ASCII.
    if (run - 1 > 3 + length_of(run) && cell->text[0] < 0x80 && !cell->text[1] && can_repeat()) {
      int last = at_column + run - 1 >= COLS ? run - 2 : run - 1;
      put_sequence(last, 'b');
      at_column += last;
      i += last;
    }
  }
  // Terminals disagree on the cursor position after the last column.
  if (at_column >= COLS) at_row = at_column = -1;
}

int settee_paint_fills(void) { return back_color_erase && erase_chars != NULL; }

int settee_paint_can_empty(void) { return clr_eol != NULL; }

void settee_paint_empty(int row, int column, int pen) {
  move_to(row, column);
  leave_link();
  use_for_blank(ground(pen));
  ask(clr_eol);
}

int settee_paint_can_scroll(void) {
  // Terminals with scrollback memory may restore nonempty rows. With immediate wrapping, the
  // last cell is never written, so the last row must not be moved.
  return change_scroll_region && !non_dest_scroll_region && !memory_above && !memory_below &&
         !wraps_at_once() && (parm_index || scroll_forward) && (parm_rindex || scroll_reverse);
}

static void ask_times(const char *many, const char *one, int times) {
  if (many) ask(tparm(many, (long)times));
  else for (int i = 0; i < times; i++) ask(one);
}

void settee_paint_scroll(int first, int last, int by) {
  leave_link();
  use_for_blank(ground(0));
  ask(tparm(change_scroll_region, (long)first, (long)last));
  // Setting the scroll region moves the cursor.
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
  // Another program may have changed the style or the scroll region.
  if (orig_pair) ask(orig_pair);
  leave_look();
  if (change_scroll_region) ask(tparm(change_scroll_region, 0L, (long)(LINES - 1)));
  at_row = at_column = -1;
  use_for_blank(ground(0));
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

void settee_paint_send(int row, int column, const char *after) {
  take_plain_look();
  move_to(row, column);
  put_words(after);
  flush_frame();
}

void settee_paint_ahead(void) {
  ahead.before = standing();
  ahead.is_made = 1;
  ahead.is_too_long = 0;
}

int settee_paint_keep(int row, int column) {
  take_plain_look();
  move_to(row, column);
  ahead.is_made = 0;
  ahead.behind = standing();
  int fits = !ahead.is_too_long && filled <= sizeof ahead.bytes;
  if (fits) {
    ahead.count = filled;
    memcpy(ahead.bytes, frame, filled);
  }
  filled = 0;
  stand(&ahead.before);
  return fits;
}

void settee_paint_send_kept(void) {
  memcpy(frame, ahead.bytes, ahead.count);
  filled = ahead.count;
  stand(&ahead.behind);
  flush_frame();
}

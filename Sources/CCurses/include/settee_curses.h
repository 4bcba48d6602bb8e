#ifndef SETTEE_CURSES_H
#define SETTEE_CURSES_H
#endif

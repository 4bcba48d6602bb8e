#include "settee_curses.h"

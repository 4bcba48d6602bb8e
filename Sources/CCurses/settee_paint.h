// Starts painting to a terminal opened by ncurses.
void settee_paint_open(int descriptor);

// Begins to paint on a terminal that ncurses has opened.
void settee_paint_open(int descriptor);

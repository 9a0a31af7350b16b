#ifndef TAPE_CNCURSES_SHIM_H
#define TAPE_CNCURSES_SHIM_H

// Real functions instead of macros, and the wide-character half of the API.
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>

#endif

#ifndef TAPE_CNCURSES_SHIM_H
#define TAPE_CNCURSES_SHIM_H

// Real functions instead of macros, and the wide-character half of the API.
#define NCURSES_NOMACROS 1
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdint.h>

// Everything below exists because Swift cannot say it: C's global variables are errors in the Swift 6 language
// mode, macros with casts are not imported, and WINDOW * is another type in ncurses 6.4 and 6.5, so that Swift
// must never spell it.

// --- Globals ------------------------------------------------------------------------------------------------

/// `stdout` and `stdin` are global variables. NULL when the terminal is unknown; may then be called again.
static inline SCREEN *tape_newterm(const char *name) { return newterm((char *)name, stdout, stdin); }
/// `LINES` is a global variable.
static inline int tape_lines(void) { return LINES; }
/// `COLS` is a global variable.
static inline int tape_columns(void) { return COLS; }
/// `COLOR_PAIRS` is a global variable.
static inline int tape_color_pairs(void) { return COLOR_PAIRS; }

// --- The standard window ------------------------------------------------------------------------------------

/// Where keys are read: a pad, since reading from `stdscr` would draw whatever has changed in it. Its type is the
/// one that differs.
static inline WINDOW *tape_input(void) {
  static WINDOW *pad;
  if (pad == NULL) pad = newpad(1, 1);
  return pad;
}
/// Function keys as one key, and no waiting; `stdscr` is a global variable.
static inline void tape_prepare_input(void) {
  intrflush(stdscr, FALSE);
  keypad(tape_input(), TRUE);
  nodelay(tape_input(), TRUE);
}
/// The next byte, or the code of a function key, from KEY_MIN on; ERR when nothing is there. Bytes, since `wget_wch`
/// throws a character away of which only a part has arrived. `WINDOW *`, as above.
static inline int tape_read_key(void) { return wgetch(tape_input()); }
/// `stdscr`, as above. The next refresh draws everything.
static inline void tape_redraw_all(void) { clearok(stdscr, TRUE); }

// --- Attributes ---------------------------------------------------------------------------------------------

/// `WA_BOLD` and its kin are macros with casts.
static const attr_t tape_bold = WA_BOLD;
static const attr_t tape_dim = WA_DIM;
static const attr_t tape_reverse = WA_REVERSE;
static const attr_t tape_underline = WA_UNDERLINE;

/// The `short` of `attr_set` holds no pair beyond 32767; the pointer that replaces it is a `void *`.
static inline void tape_set_style(attr_t attributes, int pair) { attr_set(attributes, 0, &pair); }

// --- Terminfo -----------------------------------------------------------------------------------------------

/// From `<term.h>`, which defines hundreds of short macros beside it.
extern int setupterm(const char *name, int descriptor, int *error);
/// Reads the entry of a terminal without touching the terminal; false when there is none.
static inline bool tape_read_entry(const char *name) {
  int error = 0;
  return setupterm(name, 1, &error) == OK;
}

/// `tigetstr` takes a `char *` and returns -1 as a pointer when the name is no string; here NULL.
static inline const char *tape_capability(const char *name) {
  char *value = tigetstr((char *)name);
  return value == (char *)-1 ? NULL : value;
}

// --- The mouse ----------------------------------------------------------------------------------------------

enum __attribute__((enum_extensibility(closed))) TapeMouse {
  TapeMouseOther,
  TapeMouseClick,
  TapeMouseWheelUp,
  TapeMouseWheelDown,
};

/// `BUTTON1_PRESSED` and its kin are macros with casts and shifts.
static inline void tape_listen_to_mouse(void) {
  mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  mouseinterval(0);
}

/// The mouse event behind KEY_MOUSE; the masks are macros, as above.
static inline enum TapeMouse tape_next_mouse(int *row, int *column) {
  MEVENT event;
  if (getmouse(&event) != OK) return TapeMouseOther;
  *row = event.y;
  *column = event.x;
  if (event.bstate & BUTTON4_PRESSED) return TapeMouseWheelUp;
  if (event.bstate & BUTTON5_PRESSED) return TapeMouseWheelDown;
  return event.bstate & BUTTON1_PRESSED ? TapeMouseClick : TapeMouseOther;
}

#endif

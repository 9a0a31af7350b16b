#define _XOPEN_SOURCE 700

#include "CTerminal.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <wchar.h>

// Only LC_CTYPE: it is all that ncurses asks for, and numbers and messages then never depend on it.
bool tape_use_locale(bool utf8_fallback) {
  if (setlocale(LC_CTYPE, "") == NULL && utf8_fallback) setlocale(LC_CTYPE, "C.UTF-8");
  return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int32_t tape_decode_byte(uint8_t byte) {
  static mbstate_t state;
  char character = (char)byte;
  wchar_t scalar;
  bool is_first = mbsinit(&state);
  size_t length = mbrtowc(&scalar, &character, 1, &state);
  if (length == (size_t)-1) {
    memset(&state, 0, sizeof state);
    // What came before it was no character, but it may begin one.
    if (!is_first) return tape_decode_byte(byte);
  }
  return length <= 1 ? (int32_t)scalar : -1;
}

int tape_character_columns(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

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

int tape_character_columns(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

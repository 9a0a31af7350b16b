#ifndef TAPE_CSQLITE_SHIM_H
#define TAPE_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <sys/vfs.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import: SQLite copies the text.
static inline int tape_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}

// statfs is not in the Glibc module. The kind of file system decides how a database there may be written; 0 when it
// cannot be asked.
static inline unsigned int tape_file_system_kind(const char *path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? (unsigned int)status.f_type : 0;
}

#endif

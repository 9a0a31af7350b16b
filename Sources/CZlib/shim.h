#ifndef TAPE_CZLIB_SHIM_H
#define TAPE_CZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 and deflateInit2 are macros, which Swift does not import. A negative number of window bits means
// DEFLATE without zlib's header, as RFC 7692 wants it.
static inline int tape_zlib_inflate_init(z_stream *stream, int window_bits) {
  return inflateInit2(stream, -window_bits);
}

static inline int tape_zlib_deflate_init(z_stream *stream, int level, int window_bits, int memory_level) {
  return deflateInit2(stream, level, Z_DEFLATED, -window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

// 16 more window bits stand for gzip's header and trailer (RFC 1952).
static inline int tape_zlib_gzip_write_init(z_stream *stream, int level) {
  return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

static inline int tape_zlib_gzip_read_init(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

#endif

#ifndef TAPE_CCURL_SHIM_H
#define TAPE_CCURL_SHIM_H

#include <curl/curl.h>

// The parentheses around the names keep curl's type-checking macros out: they need the option as a constant.

// CURL_GLOBAL_DEFAULT is a composed macro, which Swift does not import.
static inline CURLcode tape_curl_global_init(void) {
  return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// curl_easy_setopt is variadic, which Swift cannot call; one wrapper for each type that an option takes.
static inline CURLcode tape_curl_easy_setopt_long(CURL *handle, CURLoption option, long value) {
  return (curl_easy_setopt)(handle, option, value);
}

// Strings, lists, buffers and the pointers that callbacks get.
static inline CURLcode tape_curl_easy_setopt_ptr(CURL *handle, CURLoption option, const void *value) {
  return (curl_easy_setopt)(handle, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION: a function pointer is no void pointer to Swift.
static inline CURLcode tape_curl_easy_setopt_write_callback(
    CURL *handle, CURLoption option, curl_write_callback callback) {
  return (curl_easy_setopt)(handle, option, callback);
}

// CURLOPT_XFERINFOFUNCTION, for the same reason.
static inline CURLcode tape_curl_easy_setopt_progress_callback(CURL *handle, curl_xferinfo_callback callback) {
  return (curl_easy_setopt)(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

// CURLOPT_SSL_CTX_FUNCTION, for the same reason.
static inline CURLcode tape_curl_easy_setopt_tls_callback(CURL *handle, curl_ssl_ctx_callback callback) {
  return (curl_easy_setopt)(handle, CURLOPT_SSL_CTX_FUNCTION, callback);
}

// curl_easy_getinfo is variadic too.
static inline CURLcode tape_curl_easy_getinfo_long(CURL *handle, CURLINFO info, long *value) {
  return (curl_easy_getinfo)(handle, info, value);
}

#endif

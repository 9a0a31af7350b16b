#ifndef TAPE_COPENSSL_SHIM_H
#define TAPE_COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

// A macro around SSL_CTX_ctrl, which Swift does not import.
static inline long tape_SSL_CTX_set_min_proto_version(SSL_CTX *context, int version) {
  return SSL_CTX_set_min_proto_version(context, version);
}

// The same. Buffers of an idle connection are given back.
static inline void tape_SSL_CTX_release_buffers(SSL_CTX *context) {
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
}

// The same. Nothing is kept for resuming a session by its number; tickets need no memory.
static inline void tape_SSL_CTX_keep_no_sessions(SSL_CTX *context) {
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
}

// SSL_OP_… are composed constants, which Swift does not import. Compression leaks lengths of secrets (CRIME), and a
// peer that may renegotiate at will makes us do its work.
static inline void tape_SSL_CTX_refuse_compression_and_renegotiation(SSL_CTX *context) {
  SSL_CTX_set_options(context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
}

// OPENSSL_INIT_NO_ATEXIT is a constant with a cast. By default OpenSSL takes itself down when the process exits, while
// threads that still use it run on.
static inline int tape_OPENSSL_init_without_exit_handler(void) {
  return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// A macro around SSL_ctrl, which Swift does not import.
static inline long tape_SSL_set_tlsext_host_name(SSL *session, const char *name) {
  return SSL_set_tlsext_host_name(session, name);
}

// A macro around CRYPTO_get_ex_new_index, which Swift does not import.
static inline int tape_SSL_CTX_new_ex_data_index(void) {
  return SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, NULL);
}

// Stacks are typed by macros, which Swift does not import; these three read the names that a certificate is for.
static inline GENERAL_NAMES *tape_X509_alternative_names(X509 *certificate) {
  return X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
}

static inline int tape_GENERAL_NAMES_count(const GENERAL_NAMES *names) {
  return sk_GENERAL_NAME_num(names);
}

// The bytes of a DNS name or an IP address; NULL for another kind.
static inline const ASN1_STRING *tape_GENERAL_NAMES_value(const GENERAL_NAMES *names, int index, int kind) {
  const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
  if (name->type != kind) return NULL;
  return kind == GEN_DNS ? name->d.dNSName : kind == GEN_IPADD ? name->d.iPAddress : NULL;
}

#endif

#ifndef TAPE_COPENSSL_SHIM_H
#define TAPE_COPENSSL_SHIM_H

#include <openssl/sha.h>

#endif

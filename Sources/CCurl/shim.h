#ifndef TAPE_CCURL_SHIM_H
#define TAPE_CCURL_SHIM_H

#include <curl/curl.h>

#endif

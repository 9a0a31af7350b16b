#pragma once

#include <stdbool.h>

/// Whether a signal that asks the process to end has arrived.
bool tape_is_ending(void);

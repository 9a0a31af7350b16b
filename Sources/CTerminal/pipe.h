#pragma once

#include <stdbool.h>

/// Whether a signal that asks the process to end has arrived.
bool tape_is_ending(void);
/// Lets signals that ask the process to end do so by their former actions, until they are resumed.
void tape_pause_signals(void);
/// Catches those signals again.
void tape_resume_signals(void);

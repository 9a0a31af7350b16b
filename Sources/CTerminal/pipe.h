#pragma once

#include <signal.h>
#include <stdbool.h>

/// Whether a signal that asks the process to end has arrived.
bool tape_is_ending(void);
/// Lets signals that ask the process to end do so by their former actions, until they are resumed; adds them to `set`.
void tape_pause_signals(sigset_t *set);
/// Catches those signals again.
void tape_resume_signals(void);

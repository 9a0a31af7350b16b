#pragma once

// What must work inside a signal handler, or while the rest of the program is stuck: the signal pipe, the last
// resort that hands the terminal back, and stopping as Ctrl-Z does. All of it concerns standard input and output.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAPE_CLOSED_ENUM __attribute__((enum_extensibility(closed)))

// --- Text ---------------------------------------------------------------------------------------------------

/// Takes the user's character set over; with `utf8_fallback`, C.UTF-8 when the user's locale is not installed.
/// Returns whether characters are UTF-8.
bool tape_use_locale(bool utf8_fallback);

/// The character that a byte of input completes in the user's character set, or -1 when more bytes follow or it is
/// none. Bytes of one character may arrive far apart. Main actor only.
int32_t tape_decode_byte(uint8_t byte);

/// The columns of a character by the C library's tables, which ncurses uses: 0 to 2, or -1 when it cannot be shown.
int tape_character_columns(uint32_t scalar);

// --- The terminal -------------------------------------------------------------------------------------------

/// Whether this process may use the terminal.
typedef enum TAPE_CLOSED_ENUM TapeJob {
  TapeJobForeground,  // yes, or there is no job control
  TapeJobBackground,  // the shell, or another job, has it
  TapeJobGone,        // it hung up
} TapeJob;

/// What reading the terminal would give.
typedef enum TAPE_CLOSED_ENUM TapeInput {
  TapeInputNone,
  TapeInputReady,
  TapeInputGone,  // it hung up, or is at its end
} TapeInput;

/// Whether standard input and output are both terminals.
bool tape_is_terminal(void);
/// Who has the terminal. Async-signal-safe.
TapeJob tape_job_state(void);
/// Whether there is input now.
TapeInput tape_input_state(void);
/// The window's size; false when the terminal does not know it.
bool tape_window_size(int *rows, int *columns);
/// Writes all of it to the terminal; gives up at the first error.
void tape_write(const char *text, size_t length);
/// Lets ^S and ^Q through as keys, so that no key can freeze the screen.
void tape_disable_flow_control(void);

// --- The last resort ----------------------------------------------------------------------------------------

/// Keeps the terminal's modes as they are now; false when they cannot be read.
bool tape_save_modes(void);
/// From now on a crash, an exit or `tape_restore_now` writes `text` and sets the saved modes.
void tape_arm_restore(const char *text, size_t length);
/// The terminal is handed back: nothing is left to restore.
void tape_disarm_restore(void);
/// Hands the terminal back without ever blocking, once, if that is still due. Async-signal-safe.
void tape_restore_now(void);
/// Restores the terminal before a crash, then lets the crash go on as it would have.
void tape_catch_crashes(void);

// --- Signals ------------------------------------------------------------------------------------------------

/// What a signal asks for.
typedef enum TAPE_CLOSED_ENUM TapeSignal {
  TapeSignalEnd,
  TapeSignalWindow,
  TapeSignalStop,
  TapeSignalContinue,
} TapeSignal;

/// How a stop ended.
typedef enum TAPE_CLOSED_ENUM TapeStop {
  TapeStopResumed,  // in the foreground
  TapeStopGone,     // the terminal went away meanwhile
  TapeStopEnding,   // a signal asks the process to end
} TapeStop;

/// Turns signals into bytes of a pipe and returns its reading end, or -1. Call before ncurses starts, which then
/// leaves signals alone. Signals that were ignored stay ignored, as nohup expects.
int tape_open_signals(void);
/// Gives signals their former actions back; the pipe stays.
void tape_close_signals(void);
/// The numbers of signals that arrived, without waiting; returns how many.
size_t tape_read_signals(int descriptor, uint8_t *numbers, size_t capacity);
/// What a signal of the pipe asks for.
TapeSignal tape_signal_meaning(int number);
/// The number of a terminal that hung up.
int tape_hangup_signal(void);
/// Stops the process as Ctrl-Z does and returns when it may use the terminal again, or never will.
TapeStop tape_stop_self(void);
/// Ends the process by that signal, so that its parent sees 128 + n.
_Noreturn void tape_die_by_signal(int number);

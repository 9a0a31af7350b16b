#define _DEFAULT_SOURCE

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios saved_modes;
static char restore_text[512];
static size_t restore_length;
static atomic_bool is_armed;
static bool is_registered;

bool tape_save_modes(void) { return tcgetattr(STDIN_FILENO, &saved_modes) == 0; }

void tape_arm_restore(const char *text, size_t length) {
  restore_length = length < sizeof restore_text ? length : sizeof restore_text;
  memcpy(restore_text, text, restore_length);
  if (!is_registered) is_registered = atexit(tape_restore_now) == 0;
  atomic_store(&is_armed, true);
}

void tape_disarm_restore(void) { atomic_store(&is_armed, false); }

// A second open file of the same terminal: O_NONBLOCK on the first would reach every process that shares it.
static int open_without_blocking(void) {
  int flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  int descriptor = open("/proc/self/fd/1", flags);
  return descriptor >= 0 ? descriptor : open("/dev/tty", flags);
}

void tape_restore_now(void) {
  if (!atomic_exchange(&is_armed, false)) return;
  int error = errno;
  // Setting modes from the background would stop the process, for ever if nobody is there to continue it.
  sigset_t stops, former;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stops, &former);

  TapeJob job = tape_job_state();
  if (job == TapeJobForeground) {
    // Output held back by ^S starts again when IXON goes off; by tcflow, with TCOON. What is queued is lost.
    tape_disable_flow_control();
    tcflow(STDOUT_FILENO, TCOON);
    tcflush(STDOUT_FILENO, TCOFLUSH);
  }
  if (job != TapeJobGone) {
    int terminal = open_without_blocking();
    if (terminal >= 0) {
      ssize_t written = write(terminal, restore_text, restore_length);
      (void)written;
      close(terminal);
    }
  }
  // In the background the modes are the shell's.
  if (job == TapeJobForeground) tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);

  pthread_sigmask(SIG_SETMASK, &former, NULL);
  errno = error;
}

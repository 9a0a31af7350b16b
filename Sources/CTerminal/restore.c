#define _DEFAULT_SOURCE

#include "CTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

// A thread stuck in a write of its own has the terminal locked. Throwing its output away makes room, starting the
// output wakes it up, and then it lets go; tcflow starts only what it has stopped.
static void free_output(int terminal) {
  tcflush(terminal, TCOFLUSH);
  tcflow(terminal, TCOOFF);
  tcflow(terminal, TCOON);
}

static void write_without_blocking(bool discards_output) {
  int terminal = open_without_blocking();
  if (terminal < 0) return;
  for (int tries = 0; tries < 20; tries++) {
    if (discards_output) free_output(terminal);
    if (write(terminal, restore_text, restore_length) >= 0 || errno != EAGAIN) break;
    poll(NULL, 0, 10);
  }
  close(terminal);
}

void tape_restore_now(void) {
  if (!atomic_exchange(&is_armed, false)) return;
  int error = errno;
  // Setting modes from the background would stop the process, for ever if nobody is there to continue it.
  sigset_t stops, former;
  sigemptyset(&stops);
  sigaddset(&stops, SIGTTOU);
  pthread_sigmask(SIG_BLOCK, &stops, &former);

  switch (tape_job_state()) {
    case TapeJobForeground:
      // Output held back by ^S starts again when IXON goes off.
      tape_disable_flow_control();
      write_without_blocking(true);
      tcsetattr(STDIN_FILENO, TCSANOW, &saved_modes);
      break;
    case TapeJobBackground:
      // The modes, and what is being written, are the shell's.
      write_without_blocking(false);
      break;
    case TapeJobGone:
      break;
  }

  pthread_sigmask(SIG_SETMASK, &former, NULL);
  errno = error;
}

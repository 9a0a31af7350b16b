#define _GNU_SOURCE

#include "CTerminal.h"
#include "pipe.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static const int caught[] = {
    SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGTSTP,   SIGWINCH,
    SIGCONT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU,
};
enum { caught_count = sizeof caught / sizeof caught[0] };
static struct sigaction former_actions[caught_count];
static int signal_pipe[2] = {-1, -1};
static bool is_open;
static atomic_bool is_ending;

bool tape_is_ending(void) { return atomic_load(&is_ending); }

TapeSignal tape_signal_meaning(int number) {
  switch (number) {
    case SIGWINCH: return TapeSignalWindow;
    case SIGTSTP: return TapeSignalStop;
    case SIGCONT: return TapeSignalContinue;
    default: return TapeSignalEnd;
  }
}

int tape_hangup_signal(void) { return SIGHUP; }

static void on_signal(int number) {
  int error = errno;
  if (tape_signal_meaning(number) == TapeSignalEnd) atomic_store(&is_ending, true);
  unsigned char byte = (unsigned char)number;
  ssize_t written = write(signal_pipe[1], &byte, 1);
  (void)written;
  errno = error;
}

static bool asks_to_end(int number) { return tape_signal_meaning(number) == TapeSignalEnd; }

// What was ignored stays ignored.
static void catch_signal(int index) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  int number = caught[index];
  if (former_actions[index].sa_handler == SIG_IGN && (asks_to_end(number) || number == SIGTSTP)) return;
  sigaction(number, &action, NULL);
}

void tape_pause_signals(sigset_t *set) {
  for (int i = 0; i < caught_count; i++) {
    if (!is_open || !asks_to_end(caught[i])) continue;
    sigaction(caught[i], &former_actions[i], NULL);
    sigaddset(set, caught[i]);
  }
}

void tape_resume_signals(void) {
  for (int i = 0; i < caught_count; i++)
    if (is_open && asks_to_end(caught[i])) catch_signal(i);
}

int tape_open_signals(void) {
  if (signal_pipe[0] < 0 && pipe2(signal_pipe, O_NONBLOCK | O_CLOEXEC) < 0) return -1;
  if (is_open) return signal_pipe[0];
  is_open = true;

  for (int i = 0; i < caught_count; i++) {
    sigaction(caught[i], NULL, &former_actions[i]);
    catch_signal(i);
  }
  // A peer that closed a socket is an error of that socket, not the end of the program.
  signal(SIGPIPE, SIG_IGN);
  return signal_pipe[0];
}

void tape_close_signals(void) {
  if (!is_open) return;
  is_open = false;
  for (int i = 0; i < caught_count; i++) sigaction(caught[i], &former_actions[i], NULL);
}

size_t tape_read_signals(int descriptor, uint8_t *numbers, size_t capacity) {
  ssize_t count;
  do count = read(descriptor, numbers, capacity);
  while (count < 0 && errno == EINTR);
  return count > 0 ? (size_t)count : 0;
}

_Noreturn void tape_die_by_signal(int number) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
  _exit(128 + number);
}

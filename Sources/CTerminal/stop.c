#define _DEFAULT_SOURCE

#include "CTerminal.h"
#include "pipe.h"

#include <pthread.h>
#include <signal.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// Sent to this thread and unblocked in it: the threads that run Swift jobs block every signal.
static void stop_once(void) {
  struct sigaction action = {.sa_handler = SIG_DFL}, stop_action, continue_action;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, &stop_action);
  // This stop reports its end itself; the handler would report it a second time.
  sigaction(SIGCONT, &action, &continue_action);
  sigset_t set, former;
  sigemptyset(&set);
  sigaddset(&set, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &set, &former);
  pthread_kill(pthread_self(), SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  sigaction(SIGCONT, &continue_action, NULL);
  sigaction(SIGTSTP, &stop_action, NULL);
}

// In the background the terminal itself stops the process: only the kernel can tell background from foreground and
// stop in one step, and a signal of our own that comes after `fg` would stop the job that was just called.
// Starting output that nobody held back does nothing; the call returns in the foreground, or fails.
static void stop_in_background(void) {
  struct sigaction action = {.sa_handler = SIG_DFL}, output_action, continue_action;
  sigemptyset(&action.sa_mask);
  sigaction(SIGTTOU, &action, &output_action);
  sigaction(SIGCONT, &action, &continue_action);
  // Continued in the background, the call stops the process again before another thread could act on a signal that
  // asks it to end. This thread takes it first, and since the terminal is handed back, it may do its own.
  sigset_t set, former;
  sigemptyset(&set);
  tape_pause_signals(&set);
  sigaddset(&set, SIGTTOU);
  pthread_sigmask(SIG_UNBLOCK, &set, &former);
  if (!tape_is_ending()) tcflow(STDIN_FILENO, TCOON);
  pthread_sigmask(SIG_SETMASK, &former, NULL);
  tape_resume_signals();
  sigaction(SIGCONT, &continue_action, NULL);
  sigaction(SIGTTOU, &output_action, NULL);
}

TapeStop tape_stop_self(void) {
  int ignored = 0;
  bool is_background = tape_job_state() == TapeJobBackground;
  while (!tape_is_ending()) {
    long start = milliseconds();
    if (is_background) stop_in_background();
    else stop_once();
    long stopped = milliseconds() - start;
    switch (tape_job_state()) {
      case TapeJobForeground: return TapeStopResumed;
      case TapeJobGone: return TapeStopGone;
      case TapeJobBackground: is_background = true; break;
    }
    // Nobody can stop an orphaned process group: trying on and on would spin.
    ignored = stopped < 50 ? ignored + 1 : 0;
    if (ignored == 3) return TapeStopGone;
    // `kill %1` sends TERM and CONT together, and another thread takes the TERM: let it.
    struct timespec moment = {.tv_nsec = 30 * 1000000};
    nanosleep(&moment, NULL);
  }
  return TapeStopEnding;
}

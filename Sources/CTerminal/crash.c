#define _DEFAULT_SOURCE

#include "CTerminal.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static const int crash_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
enum { crash_count = sizeof crash_signals / sizeof crash_signals[0] };
static struct sigaction former_actions[crash_count];
static char crash_stack[64 * 1024];

static void on_crash(int number, siginfo_t *info, void *context) {
  (void)context;
  tape_restore_now();
  for (int i = 0; i < crash_count; i++)
    if (crash_signals[i] == number) sigaction(number, &former_actions[i], NULL);
  // A fault happens again when its instruction does, now with the former action and the right context. A trap's
  // instruction is already behind us on x86, and a signal that was sent does not come again: raise those.
  if (info->si_code > 0 && number != SIGTRAP) return;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  raise(number);
}

void tape_catch_crashes(void) {
  static bool is_installed;
  if (is_installed) return;
  is_installed = true;

  stack_t current;
  if (sigaltstack(NULL, &current) == 0 && (current.ss_flags & SS_DISABLE)) {
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
  }
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < crash_count; i++) sigaction(crash_signals[i], &action, &former_actions[i]);
}

#define _DEFAULT_SOURCE

#include "CTerminal.h"

#include <errno.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

bool tape_is_terminal(void) { return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO); }

TapeJob tape_job_state(void) {
  pid_t owner = tcgetpgrp(STDIN_FILENO);
  if (owner == getpgrp()) return TapeJobForeground;
  if (owner >= 0) return TapeJobBackground;
  // ENOTTY: a terminal that is not the controlling one has no job control. A dead one says EIO.
  return errno == ENOTTY ? TapeJobForeground : TapeJobGone;
}

TapeInput tape_input_state(void) {
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  if (poll(&input, 1, 0) <= 0) return TapeInputNone;
  if (input.revents & (POLLHUP | POLLERR | POLLNVAL)) return TapeInputGone;
  if (!(input.revents & POLLIN)) return TapeInputNone;
  int waiting = 0;
  // Readable without a byte to read is the end of the input.
  if (ioctl(STDIN_FILENO, FIONREAD, &waiting) < 0 || waiting == 0) return TapeInputGone;
  return TapeInputReady;
}

bool tape_window_size(int *rows, int *columns) {
  struct winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0) return false;
  *rows = size.ws_row;
  *columns = size.ws_col;
  return true;
}

void tape_write(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(STDOUT_FILENO, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

void tape_disable_flow_control(void) {
  struct termios modes;
  if (tcgetattr(STDIN_FILENO, &modes) < 0) return;
  modes.c_iflag &= ~(tcflag_t)(IXON | IXOFF);
  tcsetattr(STDIN_FILENO, TCSANOW, &modes);
}

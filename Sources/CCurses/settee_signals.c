#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE 1

#include "settee_curses.h"
#include "settee_modes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Install handlers before calling newterm. ncurses replaces default handlers with its own, which
// exit the process.

static const int asking[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
// These signals and the real-time signals terminate the process by default. The range of real-time
// signals is only known at run time. Existing handlers are kept.
static const int ending[] = {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU,
#ifdef SIGPOLL
                             SIGPOLL,
#endif
#ifdef SIGSTKFLT
                             SIGSTKFLT,
#endif
#ifdef SIGPWR
                             SIGPWR,
#endif
};
static const int crashing[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS};
enum {
  ASKING = sizeof asking / sizeof *asking,
  ENDING = sizeof ending / sizeof *ending,
  CRASHING = sizeof crashing / sizeof *crashing
};

static int pipe_ends[2] = {-1, -1};
// The previous handler of each signal, by its number.
static struct sigaction before[NSIG];
static int is_watching;

static char restoring_bytes[256];
static size_t restoring_length;
static struct termios restoring_modes;
static int restoring_descriptor = -1;

// Returns the terminating signal at an index, or 0 after the last one.
static int ending_signal(int index) {
  if (index < ENDING) return ending[index];
#ifdef SIGRTMIN
  int number = SIGRTMIN + (index - ENDING);
  if (number <= SIGRTMAX) return number;
#endif
  return 0;
}

static void note(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // If the pipe is full, the reader already has work to do, so the byte can be dropped.
  ssize_t written = write(pipe_ends[1], &byte, 1);
  (void)written;
  errno = saved;
}

// Installs a handler, and stores the previous one unless `old` is NULL.
static void handle(int number, void (*handler)(int), int flags, struct sigaction *old) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, old);
}

int settee_signals_watch(void) {
  if (is_watching) return pipe_ends[0];
  if (pipe(pipe_ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(pipe_ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(pipe_ends[i], F_SETFL, O_NONBLOCK);
  }
  for (int i = 0; i < ASKING; i++) handle(asking[i], note, SA_RESTART, &before[asking[i]]);
  for (int i = 0, number; (number = ending_signal(i)) != 0; i++) {
    sigaction(number, NULL, &before[number]);
    if (before[number].sa_handler == SIG_DFL) handle(number, note, SA_RESTART, NULL);
  }
  // A parent may have started this process with blocked signals, which would make it impossible to
  // terminate.
  sigset_t all;
  sigemptyset(&all);
  for (int i = 0; i < ASKING; i++) sigaddset(&all, asking[i]);
  for (int i = 0; i < CRASHING; i++) sigaddset(&all, crashing[i]);
  sigprocmask(SIG_UNBLOCK, &all, NULL);
  is_watching = 1;
  return pipe_ends[0];
}

void settee_signals_unwatch(void) {
  if (!is_watching) return;
  for (int i = 0; i < ASKING; i++) sigaction(asking[i], &before[asking[i]], NULL);
  for (int i = 0, number; (number = ending_signal(i)) != 0; i++) {
    if (before[number].sa_handler == SIG_DFL) sigaction(number, &before[number], NULL);
  }
  if (restoring_descriptor >= 0) {
    for (int i = 0; i < CRASHING; i++) sigaction(crashing[i], &before[crashing[i]], NULL);
  }
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
  is_watching = 0;
  restoring_descriptor = -1;
}

// Restores the terminal and re-raises the signal, using async-signal-safe calls only.
static void crash(int number) {
  if (restoring_descriptor >= 0) {
    ssize_t written = write(restoring_descriptor, restoring_bytes, restoring_length);
    (void)written;
    tcsetattr(restoring_descriptor, TCSANOW, &restoring_modes);
  }
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
}

void settee_crash_watch(const char *restoring) {
  static char stack[65536];
  int descriptor = settee_curses_descriptor();
  restoring_length = strlen(restoring);
  if (restoring_length > sizeof restoring_bytes) restoring_length = sizeof restoring_bytes;
  memcpy(restoring_bytes, restoring, restoring_length);
  int is_first = restoring_descriptor < 0;
  if (is_first) settee_curses_modes_before(&restoring_modes);
  restoring_descriptor = descriptor;
  if (!is_first) return;

  stack_t spare = {.ss_sp = stack, .ss_size = sizeof stack, .ss_flags = 0};
  sigaltstack(&spare, NULL);
  int flags = (int)(SA_ONSTACK | SA_RESETHAND);
  for (int i = 0; i < CRASHING; i++) handle(crashing[i], crash, flags, &before[crashing[i]]);
}

void settee_signals_stop(void) {
  struct sigaction ours;
  handle(SIGTSTP, SIG_DFL, 0, &ours);
  // ^Z has already stopped the rest of the process group. Other signals are meant for this process
  // only.
  raise(SIGTSTP);
  sigaction(SIGTSTP, &ours, NULL);
}

void settee_signals_die(int number) {
  signal(number, SIG_DFL);
  raise(number);
  _exit(128 + number);
}

#define _GNU_SOURCE
#include "settee_system.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// The table has a fixed size, because a signal handler can neither allocate memory nor wait for a
// lock. If the table is full, a file stays behind when a signal terminates the process.

enum { SLOTS = 16, FREE = 0, CHANGING, NOTED };

static struct {
  atomic_int state;
  pid_t process;
  int folder;
  uint64_t device, inode;
  char name[256];
} slots[SLOTS];

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { ENDING = sizeof ending / sizeof *ending };

int settee_cleanup_add(int folder, const char *name, uint64_t device, uint64_t inode) {
  size_t length = strlen(name);
  if (length >= sizeof slots->name) return -1;
  for (int i = 0; i < SLOTS; i++) {
    int expected = FREE;
    if (!atomic_compare_exchange_strong(&slots[i].state, &expected, CHANGING)) continue;
    slots[i].process = getpid();
    slots[i].folder = folder;
    slots[i].device = device;
    slots[i].inode = inode;
    memcpy(slots[i].name, name, length + 1);
    atomic_store(&slots[i].state, NOTED);
    return i;
  }
  return -1;
}

void settee_cleanup_cancel(int slot) {
  if (slot < 0) return;
  // A handler that has claimed the slot keeps it, because the process terminates.
  int expected = NOTED;
  atomic_compare_exchange_strong(&slots[slot].state, &expected, FREE);
}

void settee_cleanup_run(void) {
  int saved = errno;
  for (int i = 0; i < SLOTS; i++) {
    int expected = NOTED;
    if (!atomic_compare_exchange_strong(&slots[i].state, &expected, CHANGING)) continue;
    // A forked child has a copy of the table, but the files belong to its parent.
    if (slots[i].process != getpid()) continue;
    struct stat now;
    if (slots[i].inode != 0 &&
        (fstatat(slots[i].folder, slots[i].name, &now, AT_SYMLINK_NOFOLLOW) != 0 ||
         (uint64_t)now.st_ino != slots[i].inode || (uint64_t)now.st_dev != slots[i].device))
      continue;
    unlinkat(slots[i].folder, slots[i].name, 0);
  }
  errno = saved;
}

static void end(int number) {
  settee_cleanup_run();
  signal(number, SIG_DFL);
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, NULL);
  raise(number);
}

void settee_cleanup_handle_signals(void) {
  struct sigaction action, before;
  memset(&action, 0, sizeof action);
  action.sa_handler = end;
  sigfillset(&action.sa_mask);
  for (int i = 0; i < ENDING; i++) {
    if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler == SIG_DFL)
      sigaction(ending[i], &action, NULL);
  }
}

int settee_cleanup_handles(int number) {
  struct sigaction now;
  return sigaction(number, NULL, &now) == 0 && now.sa_handler == end;
}

// The descriptors that a forked child closes, stored as the descriptor plus 1. A free slot is 0.
static atomic_int closing[SLOTS];
static pthread_once_t fork_handlers_once = PTHREAD_ONCE_INIT;
// For each kind, the number of calls of settee_delay_forks() without settee_allow_forks(), in all threads and in this
// thread.
static atomic_int delaying[2];
static _Thread_local int own_delays[2];
// For each kind, the number of threads in fork(2) for which the calls above wait.
static atomic_int forking[2];
// A file system that doesn't respond must not block fork(2) indefinitely.
enum { PAUSES = 2500 };

static void pause_briefly(void) {
  struct timespec pause = {.tv_nsec = 200000};
  nanosleep(&pause, NULL);
}

static void begin_fork(void) {
  int i = 0;
  for (int kind = 0; kind < 2; kind++) {
    atomic_fetch_add(&forking[kind], 1);
    for (; i < PAUSES && atomic_load(&delaying[kind]) > own_delays[kind]; i++) pause_briefly();
  }
}

static void end_fork_in_parent(void) {
  for (int kind = 0; kind < 2; kind++) atomic_fetch_sub(&forking[kind], 1);
}

static void end_fork_in_child(void) {
  for (int kind = 0; kind < 2; kind++) {
    // The other threads don't exist in the child.
    atomic_store(&delaying[kind], own_delays[kind]);
    atomic_store(&forking[kind], 0);
  }
  for (int i = 0; i < SLOTS; i++) {
    int file = atomic_exchange(&closing[i], 0);
    if (file > 0) close(file - 1);
  }
}

static void register_fork_handlers(void) { pthread_atfork(begin_fork, end_fork_in_parent, end_fork_in_child); }

void settee_delay_forks(enum settee_fork_delay kind) {
  pthread_once(&fork_handlers_once, register_fork_handlers);
  // The kernel copies the open files before the memory, so a thread must not open a file during a fork either. A thread
  // that already delays forks doesn't wait, because the fork waits for this thread. The wait is limited, because a fork
  // handler of the program might wait for a lock that this thread holds.
  for (int i = 0;; i++) {
    atomic_fetch_add(&delaying[kind], 1);
    if (own_delays[kind] > 0 || atomic_load(&forking[kind]) == 0 || i == PAUSES) break;
    atomic_fetch_sub(&delaying[kind], 1);
    pause_briefly();
  }
  own_delays[kind]++;
}

void settee_allow_forks(enum settee_fork_delay kind) {
  own_delays[kind]--;
  atomic_fetch_sub(&delaying[kind], 1);
}

int settee_close_in_children(int file) {
  pthread_once(&fork_handlers_once, register_fork_handlers);
  for (int i = 0; i < SLOTS; i++) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&closing[i], &expected, file + 1)) return i;
  }
  return -1;
}

void settee_close_in_children_cancel(int slot) {
  if (slot >= 0) atomic_store(&closing[slot], 0);
}

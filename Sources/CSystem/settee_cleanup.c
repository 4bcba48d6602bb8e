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
static pthread_once_t closing_once = PTHREAD_ONCE_INIT;
// The number of threads that are between opening a file and registering it, or between canceling
// and closing.
static atomic_int delaying;

// A file system that doesn't respond must not block fork(2) indefinitely.
static void wait_before_fork(void) {
  struct timespec pause = {.tv_nsec = 200000};
  for (int i = 0; i < 2500 && atomic_load(&delaying) > 0; i++) nanosleep(&pause, NULL);
}

static void close_in_child(void) {
  // The other threads don't exist in the child.
  atomic_store(&delaying, 0);
  for (int i = 0; i < SLOTS; i++) {
    int file = atomic_exchange(&closing[i], 0);
    if (file > 0) close(file - 1);
  }
}

static void register_close_in_child(void) {
  pthread_atfork(wait_before_fork, NULL, close_in_child);
}

void settee_delay_forks(void) {
  pthread_once(&closing_once, register_close_in_child);
  atomic_fetch_add(&delaying, 1);
}

void settee_allow_forks(void) { atomic_fetch_sub(&delaying, 1); }

int settee_close_in_children(int file) {
  pthread_once(&closing_once, register_close_in_child);
  for (int i = 0; i < SLOTS; i++) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&closing[i], &expected, file + 1)) return i;
  }
  return -1;
}

void settee_close_in_children_cancel(int slot) {
  if (slot >= 0) atomic_store(&closing[slot], 0);
}

#define _GNU_SOURCE
#include "settee_system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// A fixed table, because a handler may neither allocate memory nor wait for a lock. A file that finds
// no room in it stays behind when a signal ends the process, as it would without this.

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
  // A handler that has taken it keeps it: the process ends.
  int expected = NOTED;
  atomic_compare_exchange_strong(&slots[slot].state, &expected, FREE);
}

void settee_cleanup_run(void) {
  int saved = errno;
  for (int i = 0; i < SLOTS; i++) {
    int expected = NOTED;
    if (!atomic_compare_exchange_strong(&slots[i].state, &expected, CHANGING)) continue;
    // A forked child has a copy of the table; the files are its parent's.
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

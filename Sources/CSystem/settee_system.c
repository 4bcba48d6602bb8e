#define _GNU_SOURCE
#include "settee_system.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#endif

#ifdef __APPLE__

const int settee_look_flags = O_RDONLY | O_SYMLINK | O_NONBLOCK | O_CLOEXEC;
const int settee_no_attribute = ENOATTR;

int settee_look_at_folder(const char *path) {
  return open(path, O_SEARCH | O_NOFOLLOW_ANY | O_CLOEXEC);
}

ssize_t settee_read_link(int link, char *target, size_t size) {
  return freadlink(link, target, size);
}

int settee_make_folder(int folder, const char *name, mode_t mode, uid_t user, gid_t group) {
  (void)user, (void)group;
  return mkdirat(folder, name, mode);
}

ssize_t settee_attribute_names(int file, char *names, size_t size) {
  return flistxattr(file, names, size, 0);
}

ssize_t settee_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size, 0, 0);
}

int settee_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0, 0);
}

int settee_remove_attribute(int file, const char *name) { return fremovexattr(file, name, 0); }

#else

#include <linux/openat2.h>
#include <sys/fsuid.h>
#include <sys/syscall.h>

const int settee_look_flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
const int settee_no_attribute = ENODATA;

int settee_look_at_folder(const char *path) {
  struct open_how how = {
      .flags = O_PATH | O_DIRECTORY | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
  return (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
}

ssize_t settee_read_link(int link, char *target, size_t size) {
  return readlinkat(link, "", target, size);
}

int settee_make_folder(int folder, const char *name, mode_t mode, uid_t user, gid_t group) {
  /* These IDs are per thread. Set the group first, while the thread still has permission. */
  int old_group = setfsgid(group), old_user = setfsuid(user);
  int result = mkdirat(folder, name, mode), error = errno;
  setfsuid((uid_t)old_user), setfsgid((gid_t)old_group);
  errno = error;
  return result;
}

ssize_t settee_attribute_names(int file, char *names, size_t size) {
  return flistxattr(file, names, size);
}

ssize_t settee_attribute(int file, const char *name, void *value, size_t size) {
  return fgetxattr(file, name, value, size);
}

int settee_set_attribute(int file, const char *name, const void *value, size_t size) {
  return fsetxattr(file, name, value, size, 0);
}

int settee_remove_attribute(int file, const char *name) { return fremovexattr(file, name); }

#endif

void settee_leave_no_core(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    /* The limit doesn't apply if core dumps are piped to a program. */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

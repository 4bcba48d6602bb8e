#define _GNU_SOURCE
#include "settee_system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
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

int settee_open_unnamed(int folder, mode_t mode) {
  (void)folder, (void)mode;
  errno = EOPNOTSUPP;
  return -1;
}

int settee_link_unnamed(int file, int folder, const char *name) {
  (void)file, (void)folder, (void)name;
  errno = EOPNOTSUPP;
  return -1;
}

static int rename_exclusively(int folder, const char *name, int new_folder, const char *new_name) {
  return renameatx_np(folder, name, new_folder, new_name, RENAME_EXCL);
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

int settee_take_lease(int file) {
  (void)file;
  errno = ENOTSUP;
  return -1;
}

int settee_end_lease(int file) {
  (void)file;
  return 0;
}

int settee_may_write(int file) {
  char path[PATH_MAX];
  if (fcntl(file, F_GETPATH, path) != 0) return -1;
  return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS);
}

uint32_t settee_inode_flags(int file) {
  (void)file;
  return 0;
}

int settee_set_inode_flags(int file, uint32_t wanted) {
  (void)file, (void)wanted;
  return 0;
}

#else

#include <linux/fs.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

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

static void descriptor_path(char path[40], int file) {
  snprintf(path, 40, "/proc/self/fd/%d", file);
}

int settee_open_unnamed(int folder, mode_t mode) {
  /* A file has to be synced before it replaces another one. Btrfs doesn't sync a file without a name, and ZFS syncs the
     whole pool when it gets one, so only file systems that do it well are used. */
  struct statfs system;
  if (fstatfs(folder, &system) != 0) return -1;
  if (system.f_type != EXT4_SUPER_MAGIC && system.f_type != XFS_SUPER_MAGIC &&
      system.f_type != TMPFS_MAGIC) {
    errno = EOPNOTSUPP;
    return -1;
  }
  int file = openat(folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0) return -1;
  /* Without /proc, or in a process that isn't dumpable, the file can't be named. */
  char path[40];
  descriptor_path(path, file);
  if (access(path, W_OK) == 0) return file;
  close(file);
  errno = EOPNOTSUPP;
  return -1;
}

int settee_link_unnamed(int file, int folder, const char *name) {
  char path[40];
  descriptor_path(path, file);
  return linkat(AT_FDCWD, path, folder, name, AT_SYMLINK_FOLLOW);
}

static int rename_exclusively(int folder, const char *name, int new_folder, const char *new_name) {
  return (int)syscall(SYS_renameat2, folder, name, new_folder, new_name, RENAME_NOREPLACE);
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

int settee_take_lease(int file) {
  /* The default signal for a broken lease is SIGIO, which terminates a process. SIGURG is ignored. */
  if (fcntl(file, F_SETSIG, SIGURG) != 0) return -1;
  return fcntl(file, F_SETLEASE, F_RDLCK);
}

int settee_end_lease(int file) {
  int state = fcntl(file, F_GETLEASE);
  fcntl(file, F_SETLEASE, F_UNLCK);
  if (state == F_RDLCK) return 0;
  errno = EAGAIN;
  return -1;
}

int settee_may_write(int file) {
#ifdef SYS_faccessat2
  if (syscall(SYS_faccessat2, file, "", W_OK, AT_EACCESS | AT_EMPTY_PATH) == 0) return 0;
  if (errno != ENOSYS && errno != EINVAL && errno != EPERM) return -1;
#endif
  /* Older kernels don't support this call, and some sandboxes return EPERM for unknown calls. */
  char path[40];
  descriptor_path(path, file);
  int opened = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (opened < 0) return errno == ENOENT ? 0 : -1;
  close(opened);
  return 0;
}

/* The flags of chattr(1) that a user sets and that a new file can have; the others are the file
   system's own, or keep a file from being replaced at all. */
static const unsigned kept_flags = FS_SECRM_FL | FS_UNRM_FL | FS_COMPR_FL | FS_SYNC_FL |
                                   FS_NODUMP_FL | FS_NOATIME_FL | FS_NOCOMP_FL |
                                   FS_JOURNAL_DATA_FL | FS_NOTAIL_FL
#ifdef FS_NOCOW_FL
                                   | FS_NOCOW_FL
#endif
#ifdef FS_DAX_FL
                                   | FS_DAX_FL
#endif
    ;

uint32_t settee_inode_flags(int file) {
  unsigned flags = 0;
  return ioctl(file, FS_IOC_GETFLAGS, &flags) == 0 ? flags & kept_flags : 0;
}

int settee_set_inode_flags(int file, uint32_t wanted) {
  unsigned flags = 0;
  int error = ENOTSUP;
  if (ioctl(file, FS_IOC_GETFLAGS, &flags) == 0) {
    if ((flags & kept_flags) == wanted) return 0;
    unsigned changed = (flags & ~kept_flags) | wanted;
    if (ioctl(file, FS_IOC_SETFLAGS, &changed) == 0) return 0;
    error = errno;
  }
  /* A flag that new files inherit from the directory can stay. */
  if ((wanted & ~flags) == 0) return 0;
  errno = error;
  return -1;
}

#endif

int settee_rename_to_new(int folder, const char *name, int new_folder, const char *new_name) {
  if (rename_exclusively(folder, name, new_folder, new_name) == 0) return 0;
  /* Sandboxes answer EPERM to calls that they don't know. */
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP && errno != EPERM) return -1;
  if (linkat(folder, name, new_folder, new_name, 0) == 0) {
    unlinkat(folder, name, 0);
    return 0;
  }
  if (errno == EEXIST) return -1;
  return renameat(folder, name, new_folder, new_name);
}

void settee_leave_no_core(void) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    /* The limit doesn't apply if core dumps are piped to a program. */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

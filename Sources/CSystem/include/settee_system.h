/* System calls that Swift's C library module doesn't provide. */
#ifndef SETTEE_SYSTEM_H
#define SETTEE_SYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/* Flags for openat(2) that open a path itself, even if it is a symlink, without its data. */
extern const int settee_look_flags;

/* Opens a directory. Returns -1 if its path has a symlink, or if the system can't check that. */
int settee_look_at_folder(const char *path);

/* Reads the target of a symlink that was opened with settee_look_flags, like readlink(2). */
ssize_t settee_read_link(int link, char *target, size_t size);

/* Creates a directory like mkdirat(2), but with a user's file system IDs, so that the user owns it. */
int settee_make_folder(int folder, const char *name, mode_t mode, uid_t user, gid_t group);

/* Opens a new file without a name in a directory, which the system removes when the process ends. Returns -1 with
   EOPNOTSUPP if the system has no such files, or can't name them safely. */
int settee_open_unnamed(int folder, mode_t mode);
/* Names a file that was opened without a name. */
int settee_link_unnamed(int file, int folder, const char *name);

/* Like renameat(2), but fails with EEXIST if the new name exists. On file systems that support neither that nor hard
   links, it replaces the file. */
int settee_rename_to_new(int folder, const char *name, int new_folder, const char *new_name);

/* Extended attributes of an open file. The names are a list of null-terminated strings. */
ssize_t settee_attribute_names(int file, char *names, size_t size);
ssize_t settee_attribute(int file, const char *name, void *value, size_t size);
int settee_set_attribute(int file, const char *name, const void *value, size_t size);
int settee_remove_attribute(int file, const char *name);

/* Takes a read lease on a file opened for reading. While it is held, no process has the file open for writing, and a
   process that opens it for writing waits for the end of the lease. Returns -1 with EAGAIN if a process has it open for
   writing, and with other errors if the system doesn't support leases. */
int settee_take_lease(int file);
/* Ends a lease. Returns -1 with EAGAIN if another process was waiting for the lease to end. */
int settee_end_lease(int file);

/* Returns 0 if the process may write an open file, without opening it again, or -1. */
int settee_may_write(int file);

/* Returns the chattr(1) flags that a replacement of the file must have, or 0. */
uint32_t settee_inode_flags(int file);
int settee_set_inode_flags(int file, uint32_t wanted);

/* Files that a signal handler removes before it terminates the process (settee_cleanup.c). */

/* Handles the termination signals that have their default action. */
void settee_cleanup_handle_signals(void);
/* Returns whether a signal has this handler, which finally performs the default action. */
int settee_cleanup_handles(int number);
/* Registers a file by its open directory and its name. Without an inode number, the name alone identifies the file.
   Returns the slot, or -1 if all slots are in use. */
int settee_cleanup_add(int folder, const char *name, uint64_t device, uint64_t inode);
void settee_cleanup_cancel(int slot);
/* Removes all registered files. Async-signal-safe. */
void settee_cleanup_run(void);

/* Closes a descriptor in children of fork(2) until it is canceled, so that they don't keep a file open for writing.
   Returns the slot, or -1 if all slots are in use. */
int settee_close_in_children(int file);
void settee_close_in_children_cancel(int slot);
/* The reasons for which fork(2) in another thread waits, in the order in which it waits for them: a thread of Settee is
   working, and a thread has opened a file but not registered it yet. */
enum settee_fork_delay { SETTEE_WORK, SETTEE_FILES };
/* Between these two calls, fork(2) in another thread waits for up to half a second. The calls can be nested. Only a
   thread that holds no lock can delay forks for work, because the work of other threads waits for the fork. */
void settee_delay_forks(enum settee_fork_delay kind);
void settee_allow_forks(enum settee_fork_delay kind);

/* Disables core dumps, and prevents the user's other processes from reading this one's memory. */
void settee_leave_no_core(void);

/* The errno value for a missing attribute. */
extern const int settee_no_attribute;

#endif

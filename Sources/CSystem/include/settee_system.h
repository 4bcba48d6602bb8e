/* The system calls that Swift's own module of the C library does not have. */
#ifndef SETTEE_SYSTEM_H
#define SETTEE_SYSTEM_H

#include <stdint.h>
#include <sys/types.h>

/* Flags for openat(2): the thing itself, be it a link, only to look at or to go on from. */
extern const int settee_look_flags;

/* Opens the folder of a path to go on from it; -1 where a link stands on the way, or the system has no such call. */
int settee_look_at_folder(const char *path);

/* readlink(2) of a link that was opened with those flags. */
ssize_t settee_read_link(int link, char *target, size_t size);

/* mkdirat(2) with a user's rights to files, so that the folder is that user's from the beginning. */
int settee_make_folder(int folder, const char *name, mode_t mode, uid_t user, gid_t group);

/* Extended attributes of an open file; the names follow each other, each with its end. */
ssize_t settee_attribute_names(int file, char *names, size_t size);
ssize_t settee_attribute(int file, const char *name, void *value, size_t size);
int settee_set_attribute(int file, const char *name, const void *value, size_t size);
int settee_remove_attribute(int file, const char *name);

/* Takes a read lease of a file that was opened for reading: nobody has it open for writing then, and who opens it so waits
   for the end of the lease. -1 with EAGAIN where somebody has; with other errors where the system doesn't tell. */
int settee_take_lease(int file);
/* Ends the lease; -1 with EAGAIN where somebody waited for that. */
int settee_end_lease(int file);

/* Whether the process may write an open file, which isn't opened again for that: 0, or -1. */
int settee_may_write(int file);

/* The flags of chattr(1) that a new file in place of this one has to have; 0 where there are none. */
uint32_t settee_inode_flags(int file);
int settee_set_inode_flags(int file, uint32_t wanted);

/* Files that a signal removes before it ends the process (settee_cleanup.c). */

/* Handles the signals that ask a process to end, where they are at their default. */
void settee_cleanup_handle_signals(void);
/* Whether a signal has that handler, which does to the process what the default does. */
int settee_cleanup_handles(int number);
/* Notes a file by its folder, which stays open, and its name; without an inode the name alone says that it is ours.
   The slot of the note, or -1 where there is no more room. */
int settee_cleanup_add(int folder, const char *name, uint64_t device, uint64_t inode);
void settee_cleanup_cancel(int slot);
/* Removes all that this process has noted; safe in a handler. */
void settee_cleanup_run(void);

/* From now on the process leaves no core file, and no other process of its user reads its memory. */
void settee_leave_no_core(void);

/* The error number of an attribute that is not there. */
extern const int settee_no_attribute;

#endif

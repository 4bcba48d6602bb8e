/* The system calls that Swift's own module of the C library does not have. */
#ifndef SETTEE_SYSTEM_H
#define SETTEE_SYSTEM_H

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

/* From now on the process leaves no core file, and no other process of its user reads its memory. */
void settee_leave_no_core(void);

/* The error number of an attribute that is not there. */
extern const int settee_no_attribute;

#endif

/* System calls that Swift's C library module doesn't provide. */
#ifndef SETTEE_SYSTEM_H
#define SETTEE_SYSTEM_H

#include <sys/types.h>

/* Flags for openat(2) that open a path itself, even if it is a symlink, without its data. */
extern const int settee_look_flags;

/* Opens a directory. Returns -1 if its path has a symlink, or if the system can't check that. */
int settee_look_at_folder(const char *path);

/* Like readlink(2), for a link opened with settee_look_flags. */
ssize_t settee_read_link(int link, char *target, size_t size);

/* Like mkdirat(2), but with the file system IDs of a user, who then owns the new directory. */
int settee_make_folder(int folder, const char *name, mode_t mode, uid_t user, gid_t group);

/* Extended attributes of an open file. The names are a list of null-terminated strings. */
ssize_t settee_attribute_names(int file, char *names, size_t size);
ssize_t settee_attribute(int file, const char *name, void *value, size_t size);
int settee_set_attribute(int file, const char *name, const void *value, size_t size);
int settee_remove_attribute(int file, const char *name);

/* Disables core dumps, and prevents the user's other processes from reading this one's memory. */
void settee_leave_no_core(void);

/* The errno value for a missing attribute. */
extern const int settee_no_attribute;

#endif

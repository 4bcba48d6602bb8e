#define _GNU_SOURCE
#include "settee_augeas.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

// MARK: libaugeas declarations

enum { NO_LOAD = 1 << 5, NO_MODULES = 1 << 6, SPANS = 1 << 7, KEEP_ERRORS = 1 << 8 };

static struct {
  void *(*aug_init)(const char *, const char *, unsigned);
  int (*aug_get)(const void *, const char *, const char **);
  int (*aug_set)(void *, const char *, const char *);
  int (*aug_rm)(void *, const char *);
  int (*aug_insert)(void *, const char *, const char *, int);
  int (*aug_mv)(void *, const char *, const char *);
  int (*aug_defvar)(void *, const char *, const char *);
  int (*aug_span)(void *, const char *, char **, unsigned *, unsigned *, unsigned *, unsigned *,
                  unsigned *, unsigned *);
  int (*aug_ns_count)(const void *, const char *);
  int (*aug_ns_attr)(const void *, const char *, int, const char **, const char **, char **);
  int (*aug_ns_path)(const void *, const char *, int, char **);
  int (*aug_text_store)(void *, const char *, const char *, const char *);
  int (*aug_text_retrieve)(void *, const char *, const char *, const char *, const char *);
  int (*aug_error)(void *);
  const char *(*aug_error_message)(void *);
  const char *(*aug_error_minor_message)(void *);
  const char *(*aug_error_details)(void *);
} lib;

static char why_not[160];

#define LOAD(name)                                                                       \
  do {                                                                                   \
    *(void **)&lib.name = dlsym(library, #name);                                         \
    if (!lib.name) {                                                                     \
      snprintf(why_not, sizeof why_not, "libaugeas isn't supported: it lacks %s", #name); \
      return false;                                                                      \
    }                                                                                    \
  } while (0)

static bool load(void) {
#ifdef __APPLE__
  void *library = dlopen("libaugeas.0.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libaugeas.so.0", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) {
    snprintf(why_not, sizeof why_not,
             "reading it requires libaugeas; install it with 'sudo apt install libaugeas0 augeas-lenses'");
    return false;
  }
  LOAD(aug_init);
  LOAD(aug_get);
  LOAD(aug_set);
  LOAD(aug_rm);
  LOAD(aug_insert);
  LOAD(aug_mv);
  LOAD(aug_defvar);
  LOAD(aug_span);
  LOAD(aug_ns_count);
  LOAD(aug_ns_attr);
  LOAD(aug_ns_path);
  LOAD(aug_text_store);
  LOAD(aug_text_retrieve);
  LOAD(aug_error);
  LOAD(aug_error_message);
  LOAD(aug_error_minor_message);
  LOAD(aug_error_details);
  return true;
}

// MARK: Fields

static const uint32_t MISSING = UINT32_MAX;

typedef struct {
  uint8_t *bytes;
  size_t count, room;
} buffer;

static void append(buffer *out, const void *bytes, size_t count) {
  if (count > out->room - out->count) {
    size_t room = (out->room + count) * 2 + 256;
    uint8_t *larger = realloc(out->bytes, room);
    if (!larger) _exit(3);
    out->bytes = larger;
    out->room = room;
  }
  if (count) memcpy(out->bytes + out->count, bytes, count);
  out->count += count;
}

static void add_number(buffer *out, uint32_t number) { append(out, &number, sizeof number); }

static void add(buffer *out, const char *text) {
  if (!text) {
    add_number(out, MISSING);
    return;
  }
  size_t count = strlen(text);
  add_number(out, (uint32_t)count);
  append(out, text, count);
}

typedef struct {
  uint8_t *at, *end;
} reader;

/// Returns the next field as a string of its own, or NULL for a missing value.
static char *next(reader *in) {
  uint32_t count;
  if (in->end - in->at < (ptrdiff_t)sizeof count) return NULL;
  memcpy(&count, in->at, sizeof count);
  in->at += sizeof count;
  if (count == MISSING || count > (size_t)(in->end - in->at)) return NULL;
  char *text = malloc((size_t)count + 1);
  if (!text) _exit(3);
  memcpy(text, in->at, count);
  text[count] = 0;
  in->at += count;
  return text;
}

// MARK: The child process

static void fail(buffer *out, const char *source, const char *message, const char *offset) {
  out->count = 0;
  add(out, "error");
  add(out, source);
  add(out, message);
  add(out, offset);
}

/// Reports an error of the library itself, such as a lens that doesn't exist or can't be compiled.
static void fail_with_error(buffer *out, void *aug, const char *source) {
  char text[1000];
  if (lib.aug_error(aug) == 0) {
    fail(out, source, "the lens doesn't allow this change", NULL);
    return;
  }
  const char *message = lib.aug_error_message(aug);
  const char *minor = lib.aug_error_minor_message(aug);
  const char *details = lib.aug_error_details(aug);
  snprintf(text, sizeof text, "%s%s%s%s%s", message ? message : "", minor ? ": " : "",
           minor ? minor : "", details ? ": " : "", details ? details : "");
  fail(out, source, text, NULL);
}

/// Reports that the lens rejects the text or the tree.
static void fail_with_lens(buffer *out, void *aug, const char *source) {
  const char *message = NULL, *offset = NULL;
  if (lib.aug_error(aug) != 0) {
    fail_with_error(out, aug, "lens");
    return;
  }
  lib.aug_get(aug, "/augeas/text/tree/error/message", &message);
  lib.aug_get(aug, "/augeas/text/tree/error/pos", &offset);
  fail(out, source, message ? message : "", offset);
}

static bool change(buffer *out, void *aug, reader *in) {
  while (in->at < in->end) {
    char *name = next(in), *path = next(in), *argument = NULL;
    int result = -1;
    if (!name || !path) {
      fail(out, "change", "the request is incomplete", NULL);
      return false;
    }
    if (strcmp(name, "rm") == 0) {
      result = lib.aug_rm(aug, path);
    } else {
      argument = next(in);
      if (strcmp(name, "set") == 0) {
        result = lib.aug_set(aug, path, argument);
      } else if (strcmp(name, "mv") == 0) {
        result = lib.aug_mv(aug, path, argument);
      } else if (strcmp(name, "insert") == 0) {
        char *before = next(in);
        result = lib.aug_insert(aug, path, argument, before && *before == '1');
        free(before);
      }
    }
    if (result < 0) fail_with_error(out, aug, "change");
    free(name);
    free(path);
    free(argument);
    if (result < 0) return false;
  }
  return true;
}

static void add_node(buffer *out, void *aug, int index, uint32_t depth, char *path) {
  const char *value = NULL, *label = NULL;
  unsigned ranges[6] = {0};
  lib.aug_ns_attr(aug, "nodes", index, &value, &label, NULL);
  lib.aug_span(aug, path, NULL, &ranges[0], &ranges[1], &ranges[2], &ranges[3], &ranges[4],
               &ranges[5]);
  add_number(out, depth);
  add(out, label ? label : "");
  add(out, value);
  add(out, path);
  for (int i = 0; i < 6; i++) add_number(out, ranges[i]);
}

static void add_tree(buffer *out, void *aug) {
  char *above[512] = {NULL};
  uint32_t depth = 0;
  add(out, "tree");
  if (lib.aug_defvar(aug, "nodes", "/tree/descendant::*") < 0) {
    fail_with_error(out, aug, "library");
    return;
  }
  int count = lib.aug_ns_count(aug, "nodes");
  for (int i = 0; i < count; i++) {
    char *path = NULL;
    if (lib.aug_ns_path(aug, "nodes", i, &path) < 0 || !path) {
      fail_with_error(out, aug, "library");
      break;
    }
    // The nodes are in the order of the file, so the parent is the last node whose path is a prefix.
    while (depth > 0) {
      size_t length = strlen(above[depth - 1]);
      if (strncmp(path, above[depth - 1], length) == 0 && path[length] == '/') break;
      free(above[--depth]);
    }
    add_node(out, aug, i, depth, path);
    if (depth == sizeof above / sizeof *above) {
      free(path);
      fail(out, "text", "its values are nested too deeply", NULL);
      break;
    }
    above[depth++] = path;
  }
  while (depth > 0) free(above[--depth]);
}

static void answer(buffer *out, void *aug, reader *in) {
  char *lens = next(in), *text = next(in);
  if (!lens || !text) {
    fail(out, "library", "the request is incomplete", NULL);
  } else {
    lib.aug_rm(aug, "/tree");
    lib.aug_rm(aug, "/augeas/text");
    lib.aug_set(aug, "/input", text);
    if (lib.aug_text_store(aug, lens, "/input", "/tree") < 0) {
      fail_with_lens(out, aug, "text");
    } else if (in->at == in->end) {
      add_tree(out, aug);
    } else if (change(out, aug, in)) {
      const char *result = NULL;
      // The tree of a file that has no settings left doesn't exist.
      lib.aug_defvar(aug, "nodes", NULL);
      if (lib.aug_text_retrieve(aug, lens, "/input", "/tree", "/output") < 0) {
        fail_with_lens(out, aug, "tree");
      } else if (lib.aug_get(aug, "/output", &result) < 0) {
        fail_with_error(out, aug, "library");
      } else {
        add(out, "text");
        add(out, result ? result : "");
      }
    }
  }
  free(lens);
  free(text);
}

static bool read_all(int socket, void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t got = read(socket, (char *)bytes + done, count - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    done += (size_t)got;
  }
  return true;
}

static bool write_all(int socket, const void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t put = send(socket, (const char *)bytes + done, count - done, MSG_NOSIGNAL);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    done += (size_t)put;
  }
  return true;
}

/// The processor time of a request. The child ends by itself if the parent is gone.
enum { MOST_SECONDS = 20 };

static void limit_time(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  struct rlimit limit = {(rlim_t)used.ru_utime.tv_sec + (rlim_t)used.ru_stime.tv_sec + MOST_SECONDS,
                         RLIM_INFINITY};
  setrlimit(RLIMIT_CPU, &limit);
}

static void *serve(void *argument) {
  int socket = *(int *)argument;
  bool isLoaded = load();
  void *aug = NULL;
  uint32_t count;
  while (read_all(socket, &count, sizeof count)) {
    limit_time();
    uint8_t *request = malloc((size_t)count + 1);
    buffer out = {0};
    if (!request || !read_all(socket, request, count)) break;
    if (isLoaded && !aug && count) {
      aug = lib.aug_init("/", NULL, NO_LOAD | NO_MODULES | SPANS | KEEP_ERRORS);
      if (aug && lib.aug_error(aug) != 0) aug = NULL;
    }
    if (!isLoaded) {
      fail(&out, "library", why_not, NULL);
    } else if (count == 0) {
      add(&out, "ready");
    } else if (!aug) {
      fail(&out, "library", "libaugeas can't be started", NULL);
    } else {
      reader in = {request, request + count};
      answer(&out, aug, &in);
    }
    free(request);
    uint32_t length = (uint32_t)out.count;
    if (!write_all(socket, &length, sizeof length) || !write_all(socket, out.bytes, out.count)) break;
    free(out.bytes);
  }
  return NULL;
}

enum { STACK_BYTES = 512 << 20 };

/// Runs the child with a large stack and limited memory, without the files and signal handlers of the parent.
static void run_child(int socket) {
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, NULL);
  // The terminal's signals are for the parent, whose end closes the socket.
  signal(SIGINT, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  signal(SIGTSTP, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  int null = open("/dev/null", O_RDWR);
  for (int file = 0; null >= 0 && file < 3; file++) dup2(null, file);
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 65536) most = 65536;
#ifdef __linux__
  if (socket > 3) close_range(3, (unsigned)socket - 1, 0);
  if (close_range((unsigned)socket + 1, ~0U, 0) == 0) most = 0;
#endif
  for (int file = 3; file < most; file++)
    if (file != socket) close(file);
  struct rlimit memory = {(rlim_t)2 << 30, (rlim_t)2 << 30}, core = {0, 0};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CORE, &core);
  setlocale(LC_ALL, "C");
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  if (pthread_create(&thread, &attributes, serve, &socket) == 0) pthread_join(thread, NULL);
  _exit(0);
}

// MARK: The parent process

int settee_augeas_start(settee_augeas_worker *worker) {
  int sockets[2];
#ifdef __linux__
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) return -1;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0) return -1;
#endif
  pid_t process = fork();
  if (process == 0) run_child(sockets[1]);
  int error = errno;
  close(sockets[1]);
  if (process < 0) {
    close(sockets[0]);
    errno = error;
    return -1;
  }
  *worker = (settee_augeas_worker){sockets[0], process, getpid()};
  return 0;
}

void settee_augeas_stop(settee_augeas_worker *worker) {
  close(worker->socket);
  if (worker->owner != getpid()) return;
  kill(worker->process, SIGKILL);
  while (waitpid(worker->process, NULL, 0) < 0 && errno == EINTR) continue;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Reads or writes until the deadline.
static int transfer(int socket, uint8_t *bytes, size_t count, bool writes, int64_t deadline) {
  for (size_t done = 0; done < count;) {
    struct pollfd wait = {socket, writes ? POLLOUT : POLLIN, 0};
    int64_t left = deadline - now();
    if (left <= 0) return SETTEE_AUGEAS_TIMEOUT;
    int ready = poll(&wait, 1, (int)left);
    if (ready == 0) return SETTEE_AUGEAS_TIMEOUT;
    if (ready < 0 && errno == EINTR) continue;
    if (ready < 0) return SETTEE_AUGEAS_ENDED;
    ssize_t moved = writes ? send(socket, bytes + done, count - done, MSG_NOSIGNAL | MSG_DONTWAIT)
                           : recv(socket, bytes + done, count - done, MSG_DONTWAIT);
    if (moved < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (moved <= 0) return SETTEE_AUGEAS_ENDED;
    done += (size_t)moved;
  }
  return 0;
}

int settee_augeas_request(const settee_augeas_worker *worker, const uint8_t *request,
                          size_t count, int milliseconds, uint8_t **response,
                          size_t *response_count) {
  int64_t deadline = now() + milliseconds;
  uint32_t length = (uint32_t)count;
  int result = transfer(worker->socket, (uint8_t *)&length, sizeof length, true, deadline);
  if (result == 0) result = transfer(worker->socket, (uint8_t *)request, count, true, deadline);
  if (result == 0) result = transfer(worker->socket, (uint8_t *)&length, sizeof length, false, deadline);
  if (result != 0) return result;
  *response = malloc((size_t)length + 1);
  *response_count = length;
  if (!*response) return SETTEE_AUGEAS_ENDED;
  result = transfer(worker->socket, *response, length, false, deadline);
  if (result != 0) {
    free(*response);
    *response = NULL;
  }
  return result;
}

int settee_augeas_current(void) { return getpid(); }

void settee_augeas_free(uint8_t *response) { free(response); }

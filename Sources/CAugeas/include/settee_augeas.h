// The Swift interface to libaugeas, used to read and write system files.
//
// libaugeas runs in a child process, because a lens can run for minutes, exhaust the memory, or
// overflow the stack. The child loads the library with dlopen; the declarations are our own, so no
// header is needed to build. It works only with texts in memory.
#ifndef SETTEE_AUGEAS_H
#define SETTEE_AUGEAS_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  int socket;
  int process;
  /// The process that started the worker. A forked copy of it must not use the worker.
  int owner;
} settee_augeas_worker;

/// Starts the child process. Returns 0, or -1 with errno.
int settee_augeas_start(settee_augeas_worker *worker);

/// Ends the child process.
void settee_augeas_stop(settee_augeas_worker *worker);

/// The process that calls this function.
int settee_augeas_current(void);

enum { SETTEE_AUGEAS_TIMEOUT = -1, SETTEE_AUGEAS_ENDED = -2 };

/// Sends a request and waits for the response, which the caller frees.
///
/// Returns 0, or one of the errors above, after which the worker has to be stopped.
///
/// Requests and responses are fields: a length of four bytes, and the bytes. The length of a missing
/// value is UINT32_MAX. A request is the lens, the text, and the changes, each with its name and
/// arguments: `set PATH VALUE`, `rm PATH`, `insert PATH LABEL BEFORE`, `mv SOURCE TARGET`.
///
/// An empty request asks whether the library can be loaded; the response is `ready`. Otherwise, a response is `tree`
/// with the depth, the label, the value, the path, and the ranges of each node; `text` with the text; or `error` with
/// the source of the error (`library`, `lens`, `text`, `change`, or `tree`), the message, and the offset.
int settee_augeas_request(const settee_augeas_worker *worker, const uint8_t *request,
                          size_t count, int milliseconds, uint8_t **response,
                          size_t *response_count);

void settee_augeas_free(uint8_t *response);

#endif

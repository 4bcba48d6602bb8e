// The Swift interface to libcurl: one HTTP request at a time over a persistent connection.
//
// libcurl is loaded with dlopen on first use. Linking it would add several milliseconds and thirty
// libraries to every start, and most users never connect to etcd. The declarations are our own, so
// no curl header is needed to build.
#ifndef SETTEE_CURL_H
#define SETTEE_CURL_H

#include <stddef.h>

/// A set of connections to one or more servers.
///
/// Only settee_http_wake may be called from another thread during a request.
typedef struct settee_http settee_http;

/// Called with each part of the response body.
///
/// A nonzero result aborts the request.
typedef int (*settee_http_receive)(void *_Nullable context, const char *_Nonnull bytes,
                                   size_t count);

/// Timeouts in milliseconds, where 0 means none.
typedef struct {
  /// For connecting, and for the entire request.
  long connect_timeout;
  long timeout;
  /// Without any bytes: before the response starts, and during it.
  long patience;
  long silence;
} settee_http_limits;

/// The outcome of a request.
typedef enum {
  /// A response was received, with any status.
  SETTEE_HTTP_ANSWERED,
  /// The server can't have received the request, for example because the connection failed.
  SETTEE_HTTP_NOT_SENT,
  /// The server's certificate isn't trusted.
  ///
  /// Retrying won't help.
  SETTEE_HTTP_UNTRUSTED,
  /// The connection broke or timed out, so the server may or may not have processed the request.
  SETTEE_HTTP_UNKNOWN,
  /// No bytes were transferred for too long.
  ///
  /// The server may have processed the request.
  SETTEE_HTTP_SILENT,
  /// `receive` aborted the request.
  SETTEE_HTTP_ENDED,
  /// `settee_http_wake` aborted the request.
  SETTEE_HTTP_WOKEN,
} settee_http_outcome;

/// Loads libcurl and its dependencies in advance on a background thread.
void settee_http_prepare(void);

/// Returns a new handle, or NULL with a message in `error` if libcurl is missing or too old.
settee_http *_Nullable settee_http_open(char *_Nonnull error, size_t error_size);

/// Sends a request and waits for the entire response.
///
/// `headers` are lines, each terminated by a line feed. If `body` is NULL, a GET request is sent
/// and HTTP redirects are followed. Otherwise, `body` is posted. The TLS files are NULL if they
/// aren't used.
settee_http_outcome settee_http_send(
    settee_http *_Nonnull http, const char *_Nonnull url, const char *_Nonnull headers,
    const void *_Nullable body, size_t body_length, const char *_Nullable authority,
    const char *_Nullable certificate, const char *_Nullable key, settee_http_limits limits,
    settee_http_receive _Nonnull receive, void *_Nullable context, long *_Nonnull status,
    char *_Nonnull error, size_t error_size);

/// Aborts the current request and all later ones.
///
/// May be called from any thread.
void settee_http_wake(settee_http *_Nonnull http);

/// Closes the connections.
void settee_http_close(settee_http *_Nonnull http);

#endif

// All that Swift sees of libcurl: one exchange over HTTP at a time, on a connection kept open.
//
// libcurl is opened with dlopen at the first use, with declarations of our own: linking it would
// cost every start of every program several milliseconds and thirty libraries, and most users never
// speak to an etcd. No curl header is needed to build.
#ifndef SETTEE_CURL_H
#define SETTEE_CURL_H

#include <stddef.h>

/// Connections to one or more servers. One thread may exchange at a time; any thread may wake.
typedef struct settee_http settee_http;

/// Called with each piece of the answer's body; any other return than 0 ends the exchange.
typedef int (*settee_http_receive)(void *_Nullable context, const char *_Nonnull bytes,
                                   size_t count);

/// After how many milliseconds to give up; 0: never.
typedef struct {
  /// Connecting, and in all.
  long connect_timeout;
  long timeout;
  /// Without a byte, in or out: before the answer begins, and within it.
  long patience;
  long silence;
} settee_http_limits;

/// How an exchange ended.
typedef enum {
  /// An answer came, whatever its status.
  SETTEE_HTTP_ANSWERED,
  /// The server cannot have seen the request: no name, no connection, no handshake.
  SETTEE_HTTP_NOT_SENT,
  /// Nothing was sent, and the next try ends alike: a certificate is not the one that was asked for.
  SETTEE_HTTP_UNTRUSTED,
  /// Nobody knows whether the server acted: the connection broke, or the time was up.
  SETTEE_HTTP_UNKNOWN,
  /// No byte came or went for as long as the request allows; the server may have acted.
  SETTEE_HTTP_SILENT,
  /// `receive` ended it.
  SETTEE_HTTP_ENDED,
  /// `settee_http_wake` ended it.
  SETTEE_HTTP_WOKEN,
} settee_http_outcome;

/// Maps libcurl and its thirty libraries, which takes some milliseconds: for a thread with time.
void settee_http_prepare(void);

/// Opens libcurl. NULL when it is not installed or too old; `error` then says so.
settee_http *_Nullable settee_http_open(char *_Nonnull error, size_t error_size);

/// Sends a request and waits for the whole answer. `headers` are lines, each ended by a line feed;
/// `body` is posted, or NULL where the answer is only asked for, and redirects within the web
/// followed; the files for TLS are NULL where there is none.
settee_http_outcome settee_http_send(
    settee_http *_Nonnull http, const char *_Nonnull url, const char *_Nonnull headers,
    const void *_Nullable body, size_t body_length, const char *_Nullable authority,
    const char *_Nullable certificate, const char *_Nullable key, settee_http_limits limits,
    settee_http_receive _Nonnull receive, void *_Nullable context, long *_Nonnull status,
    char *_Nonnull error, size_t error_size);

/// Ends a running exchange, and every later one at once. The only call for another thread.
void settee_http_wake(settee_http *_Nonnull http);

/// Closes the connections.
void settee_http_close(settee_http *_Nonnull http);

#endif

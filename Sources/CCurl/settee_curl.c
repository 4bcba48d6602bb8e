#include "settee_curl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// MARK: libcurl declarations. The numbers are part of its ABI and never change.

typedef void CURL;
typedef void CURLM;
typedef void curl_slist;

enum {
  OPT_WRITEDATA = 10001,
  OPT_URL = 10002,
  OPT_ERRORBUFFER = 10010,
  OPT_WRITEFUNCTION = 20011,
  OPT_XFERINFOFUNCTION = 20219,
  OPT_XFERINFODATA = 10057,
  OPT_POSTFIELDS = 10015,
  OPT_HTTPHEADER = 10023,
  OPT_SSLCERT = 10025,
  OPT_NOPROGRESS = 43,
  OPT_POST = 47,
  OPT_FOLLOWLOCATION = 52,
  OPT_MAXREDIRS = 68,
  OPT_HTTPGET = 80,
  OPT_CAINFO = 10065,
  OPT_HTTP_VERSION = 84,
  OPT_BUFFERSIZE = 98,
  OPT_SSLKEY = 10087,
  OPT_NOSIGNAL = 99,
  OPT_POSTFIELDSIZE_LARGE = 30120,
  OPT_TIMEOUT_MS = 155,
  OPT_CONNECTTIMEOUT_MS = 156,
  OPT_PROTOCOLS = 181,
  OPT_REDIR_PROTOCOLS = 182,
  OPT_TCP_KEEPALIVE = 213,
  OPT_TCP_KEEPIDLE = 214,
  OPT_TCP_KEEPINTVL = 215,
  OPT_UPLOAD_BUFFERSIZE = 280,
  INFO_RESPONSE_CODE = 0x200002,
  HTTP_1_1 = 2,
  PROTO_HTTP_AND_HTTPS = 3,
  GLOBAL_ALL = 3,
  MSG_DONE = 1,
};

// Errors that occur before the server can have received the request.
enum {
  E_UNSUPPORTED_PROTOCOL = 1,
  E_FAILED_INIT = 2,
  E_URL_MALFORMAT = 3,
  E_COULDNT_RESOLVE_PROXY = 5,
  E_COULDNT_RESOLVE_HOST = 6,
  E_COULDNT_CONNECT = 7,
  E_WRITE_ERROR = 23,
  E_SSL_CONNECT_ERROR = 35,
  E_SSL_CERTPROBLEM = 58,
  E_SSL_CIPHER = 59,
  E_PEER_FAILED_VERIFICATION = 60,
  E_SSL_CACERT_BADFILE = 77,
};

struct message {
  int msg;
  CURL *easy;
  union {
    void *whatever;
    int result;
  } data;
};

static struct {
  int (*global_init)(long);
  CURL *(*easy_init)(void);
  int (*easy_setopt)(CURL *, int, ...);
  int (*easy_getinfo)(CURL *, int, ...);
  void (*easy_reset)(CURL *);
  void (*easy_cleanup)(CURL *);
  const char *(*easy_strerror)(int);
  curl_slist *(*slist_append)(curl_slist *, const char *);
  void (*slist_free_all)(curl_slist *);
  CURLM *(*multi_init)(void);
  int (*multi_add_handle)(CURLM *, CURL *);
  int (*multi_remove_handle)(CURLM *, CURL *);
  int (*multi_perform)(CURLM *, int *);
  int (*multi_poll)(CURLM *, void *, unsigned, int, int *);
  int (*multi_wakeup)(CURLM *);
  struct message *(*multi_info_read)(CURLM *, int *);
  int (*multi_cleanup)(CURLM *);
} curl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char load_error[256];
static int is_loaded;

#define LOAD(name)                                                                  \
  do {                                                                              \
    *(void **)&curl.name = dlsym(library, "curl_" #name);                           \
    if (!curl.name) {                                                               \
      snprintf(load_error, sizeof load_error, "libcurl is too old: it lacks curl_%s", #name); \
      return;                                                                       \
    }                                                                               \
  } while (0)

static void *open_library(void) {
#ifdef __APPLE__
  return dlopen("libcurl.4.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  return dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
#endif
}

// Only load the library. Initializing it could race with process exit on another thread.
void settee_http_prepare(void) { open_library(); }

static void load(void) {
  void *library = open_library();
  if (!library) {
    snprintf(load_error, sizeof load_error, "libcurl is not installed");
    return;
  }
  LOAD(global_init);
  LOAD(easy_init);
  LOAD(easy_setopt);
  LOAD(easy_getinfo);
  LOAD(easy_reset);
  LOAD(easy_cleanup);
  LOAD(easy_strerror);
  LOAD(slist_append);
  LOAD(slist_free_all);
  LOAD(multi_init);
  LOAD(multi_add_handle);
  LOAD(multi_remove_handle);
  LOAD(multi_perform);
  LOAD(multi_poll);
  LOAD(multi_wakeup);
  LOAD(multi_info_read);
  LOAD(multi_cleanup);
  if (curl.global_init(GLOBAL_ALL) != 0) {
    snprintf(load_error, sizeof load_error, "libcurl failed to initialize");
    return;
  }
  is_loaded = 1;
}

// MARK: Requests

struct settee_http {
  CURL *easy;
  CURLM *multi;
  atomic_int is_woken;
  // The number of bytes sent and received, and the time of the last transfer.
  long long bytes, moved;
};

settee_http *settee_http_open(char *error, size_t error_size) {
  pthread_once(&once, load);
  if (!is_loaded) {
    snprintf(error, error_size, "%s", load_error);
    return NULL;
  }
  settee_http *http = calloc(1, sizeof *http);
  if (http) {
    http->easy = curl.easy_init();
    http->multi = curl.multi_init();
  }
  if (!http || !http->easy || !http->multi) {
    snprintf(error, error_size, "libcurl failed to initialize");
    if (http) settee_http_close(http);
    return NULL;
  }
  return http;
}

void settee_http_wake(settee_http *http) {
  atomic_store(&http->is_woken, 1);
  curl.multi_wakeup(http->multi);
}

void settee_http_close(settee_http *http) {
  if (http->easy) curl.easy_cleanup(http->easy);
  if (http->multi) curl.multi_cleanup(http->multi);
  free(http);
}

struct request {
  const char *url, *headers;
  const void *body;
  size_t body_length;
  const char *authority, *certificate, *key;
  settee_http_limits limits;
  settee_http_receive receive;
  void *context;
};

static size_t write_body(char *bytes, size_t size, size_t count, void *context) {
  const struct request *request = context;
  return request->receive(request->context, bytes, size * count) == 0 ? size * count : 0;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

static int note_progress(void *context, long long expected, long long received, long long whole,
                         long long sent) {
  (void)expected, (void)whole;
  settee_http *http = context;
  if (http->bytes != received + sent) {
    http->bytes = received + sent;
    http->moved = now();
  }
  return 0;
}

static curl_slist *header_list(const char *lines) {
  curl_slist *list = NULL;
  char *copy = strdup(lines), *rest = NULL;
  for (char *line = copy ? strtok_r(copy, "\n", &rest) : NULL; line;
       line = strtok_r(NULL, "\n", &rest)) {
    list = curl.slist_append(list, line);
  }
  free(copy);
  return list;
}

static void set_options(settee_http *http, const struct request *request, curl_slist *headers,
                        char *detail) {
  CURL *easy = http->easy;
  curl.easy_reset(easy);
  curl.easy_setopt(easy, OPT_NOPROGRESS, 0L);
  curl.easy_setopt(easy, OPT_XFERINFOFUNCTION, note_progress);
  curl.easy_setopt(easy, OPT_XFERINFODATA, http);
  curl.easy_setopt(easy, OPT_URL, request->url);
  curl.easy_setopt(easy, OPT_PROTOCOLS, (long)PROTO_HTTP_AND_HTTPS);
  curl.easy_setopt(easy, OPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, OPT_ERRORBUFFER, detail);
  if (request->body) {
    curl.easy_setopt(easy, OPT_POST, 1L);
    curl.easy_setopt(easy, OPT_POSTFIELDSIZE_LARGE, (long long)request->body_length);
    curl.easy_setopt(easy, OPT_POSTFIELDS, request->body);
  } else {
    curl.easy_setopt(easy, OPT_HTTPGET, 1L);
    curl.easy_setopt(easy, OPT_FOLLOWLOCATION, 1L);
    curl.easy_setopt(easy, OPT_MAXREDIRS, 5L);
    // Never follow a redirect to a local file.
    curl.easy_setopt(easy, OPT_REDIR_PROTOCOLS, (long)PROTO_HTTP_AND_HTTPS);
  }
  curl.easy_setopt(easy, OPT_HTTPHEADER, headers);
  curl.easy_setopt(easy, OPT_WRITEFUNCTION, write_body);
  curl.easy_setopt(easy, OPT_WRITEDATA, request);
  curl.easy_setopt(easy, OPT_CONNECTTIMEOUT_MS, request->limits.connect_timeout);
  curl.easy_setopt(easy, OPT_TIMEOUT_MS, request->limits.timeout);
  // With the default 16 KB buffer, a document of 1 MB would need a hundred calls each way.
  curl.easy_setopt(easy, OPT_BUFFERSIZE, 256L * 1024);
  curl.easy_setopt(easy, OPT_UPLOAD_BUFFERSIZE, 512L * 1024);
  // Watches can be silent for hours, so use keepalives to detect a lost peer.
  curl.easy_setopt(easy, OPT_TCP_KEEPALIVE, 1L);
  curl.easy_setopt(easy, OPT_TCP_KEEPIDLE, 30L);
  curl.easy_setopt(easy, OPT_TCP_KEEPINTVL, 10L);
  if (request->authority) curl.easy_setopt(easy, OPT_CAINFO, request->authority);
  if (request->certificate) curl.easy_setopt(easy, OPT_SSLCERT, request->certificate);
  if (request->key) curl.easy_setopt(easy, OPT_SSLKEY, request->key);
  curl.easy_setopt(easy, OPT_HTTP_VERSION, (long)HTTP_1_1);
}

// Runs the transfer to completion in a single poll loop. Returns -1 if aborted and -2 on a silence
// timeout.
static int run(settee_http *http, const struct request *request) {
  int running = 1, left;
  http->bytes = 0;
  http->moved = now();
  while (!atomic_load(&http->is_woken)) {
    if (curl.multi_perform(http->multi, &running) != 0) return E_FAILED_INIT;
    for (struct message *message; (message = curl.multi_info_read(http->multi, &left));) {
      if (message->msg == MSG_DONE) return message->data.result;
    }
    if (!running) return E_FAILED_INIT;
    long status = 0;
    curl.easy_getinfo(http->easy, INFO_RESPONSE_CODE, &status);
    long limit = status ? request->limits.silence : request->limits.patience;
    long long rest = limit ? http->moved + limit - now() : 3600 * 1000;
    if (rest <= 0) return -2;
    curl.multi_poll(http->multi, NULL, 0, (int)rest, NULL);
  }
  return -1;
}

static settee_http_outcome outcome(int result) {
  switch (result) {
    case 0:
      return SETTEE_HTTP_ANSWERED;
    case -1:
      return SETTEE_HTTP_WOKEN;
    case -2:
      return SETTEE_HTTP_SILENT;
    case E_WRITE_ERROR:
      return SETTEE_HTTP_ENDED;
    case E_UNSUPPORTED_PROTOCOL:
    case E_FAILED_INIT:
    case E_URL_MALFORMAT:
    case E_COULDNT_RESOLVE_PROXY:
    case E_COULDNT_RESOLVE_HOST:
    case E_COULDNT_CONNECT:
    case E_SSL_CONNECT_ERROR:
    case E_SSL_CIPHER:
      return SETTEE_HTTP_NOT_SENT;
    case E_SSL_CERTPROBLEM:
    case E_PEER_FAILED_VERIFICATION:
    case E_SSL_CACERT_BADFILE:
      return SETTEE_HTTP_UNTRUSTED;
    default:
      return SETTEE_HTTP_UNKNOWN;
  }
}

settee_http_outcome settee_http_send(
    settee_http *http, const char *url, const char *headers, const void *body, size_t body_length,
    const char *authority, const char *certificate, const char *key, settee_http_limits limits,
    settee_http_receive receive, void *context, long *status, char *error, size_t error_size) {
  struct request request = {url, headers, body, body_length, authority, certificate, key, limits,
                            receive, context};
  // The size that libcurl requires is CURL_ERROR_SIZE, 256 bytes.
  char detail[256] = "";
  curl_slist *list = header_list(headers);
  int result = E_FAILED_INIT;
  set_options(http, &request, list, detail);
  if (curl.multi_add_handle(http->multi, http->easy) == 0) {
    result = run(http, &request);
    *status = 0;
    curl.easy_getinfo(http->easy, INFO_RESPONSE_CODE, status);
    curl.multi_remove_handle(http->multi, http->easy);
  }
  curl.slist_free_all(list);
  // Reset the handle, because it refers to buffers of this call.
  curl.easy_reset(http->easy);
  snprintf(error, error_size, "%s",
           result <= 0 ? "" : detail[0] ? detail : curl.easy_strerror(result));
  return outcome(result);
}

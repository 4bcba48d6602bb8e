#include "settee_fyaml.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: libfyaml declarations

struct fy_mark {
  size_t input_pos;
  int line;
  int column;
};

struct fy_parse_cfg {
  const char *search_path;
  int flags;
  void *userdata;
  void *diag;
};

struct fy_diag_error {
  int type;
  int module;
  void *token;
  const char *msg;
  const char *file;
  int line;
  int column;
};

enum { QUIET = 1 << 0, COLLECT_DIAG = 1 << 1, SLOPPY_FLOW_INDENTATION = 1 << 14 };

enum {
  DOCUMENT_START = 3,
  DOCUMENT_END,
  MAPPING_START,
  MAPPING_END,
  SEQUENCE_START,
  SEQUENCE_END,
  SCALAR,
  ALIAS,
};

static struct {
  const char *(*fy_library_version)(void);
  void *(*fy_parser_create)(const struct fy_parse_cfg *);
  void (*fy_parser_destroy)(void *);
  void (*fy_diag_cfg_default)(void *);
  void *(*fy_diag_create)(const void *);
  void (*fy_diag_destroy)(void *);
  void (*fy_diag_set_collect_errors)(void *, char);
  struct fy_diag_error *(*fy_diag_errors_iterate)(void *, void **);
  int (*fy_parser_set_string)(void *, const char *, size_t);
  void *(*fy_parser_parse)(void *);
  void (*fy_parser_event_free)(void *, void *);
  char (*fy_parser_get_stream_error)(void *);
  void *(*fy_event_get_token)(void *);
  void *(*fy_event_get_anchor_token)(void *);
  void *(*fy_event_get_tag_token)(void *);
  int (*fy_event_get_node_style)(void *);
  char (*fy_event_is_implicit)(void *);
  const struct fy_mark *(*fy_token_start_mark)(void *);
  const struct fy_mark *(*fy_token_end_mark)(void *);
  int (*fy_token_scalar_style)(void *);
  const char *(*fy_token_get_text)(void *, size_t *);
} fyaml;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char why_not[160];

#define LOAD(name)                                                                       \
  do {                                                                                   \
    *(void **)&fyaml.name = dlsym(library, #name);                                       \
    if (!fyaml.name) {                                                                   \
      snprintf(why_not, sizeof why_not, "libfyaml isn't supported: it lacks %s", #name); \
      return;                                                                            \
    }                                                                                    \
  } while (0)

static void load(void) {
#ifdef __APPLE__
  void *library = dlopen("libfyaml.0.dylib", RTLD_NOW | RTLD_LOCAL);
#else
  void *library = dlopen("libfyaml.so.0", RTLD_NOW | RTLD_LOCAL);
  if (!library) library = dlopen("libfyaml.so.2", RTLD_NOW | RTLD_LOCAL);
#endif
  if (!library) {
    snprintf(why_not, sizeof why_not,
             "reading YAML requires libfyaml; install it with 'sudo apt install libfyaml0'");
    return;
  }
  LOAD(fy_library_version);
  // The layouts and constants above match these versions.
  const char *version = fyaml.fy_library_version();
  if (strncmp(version, "0.7.", 4) && strncmp(version, "0.8", 3) && strncmp(version, "0.9", 3) &&
      strncmp(version, "1.0", 3)) {
    snprintf(why_not, sizeof why_not, "libfyaml %.20s isn't supported", version);
    return;
  }
  LOAD(fy_parser_create);
  LOAD(fy_parser_destroy);
  LOAD(fy_diag_cfg_default);
  LOAD(fy_diag_create);
  LOAD(fy_diag_destroy);
  LOAD(fy_diag_set_collect_errors);
  LOAD(fy_diag_errors_iterate);
  LOAD(fy_parser_set_string);
  LOAD(fy_parser_parse);
  LOAD(fy_parser_event_free);
  LOAD(fy_parser_get_stream_error);
  LOAD(fy_event_get_token);
  LOAD(fy_event_get_anchor_token);
  LOAD(fy_event_get_tag_token);
  LOAD(fy_event_get_node_style);
  LOAD(fy_event_is_implicit);
  LOAD(fy_token_start_mark);
  LOAD(fy_token_end_mark);
  LOAD(fy_token_scalar_style);
  LOAD(fy_token_get_text);
}

const char *settee_fyaml_open(void) {
  pthread_once(&once, load);
  return why_not[0] ? why_not : NULL;
}

// MARK: Events

struct parse {
  const uint8_t *text;
  size_t count;
  settee_fyaml_limits limits;
  settee_fyaml_result *result;
  size_t capacity, texts_capacity;
  size_t depth, nodes, flow_depth, flow_nodes;
  /// Whether each open collection has brackets.
  uint8_t is_flow[SETTEE_FYAML_MOST_DEPTH + 1];
};

static void range_of(void *token, int32_t *start, int32_t *end) {
  const struct fy_mark *first = token ? fyaml.fy_token_start_mark(token) : NULL;
  const struct fy_mark *last = token ? fyaml.fy_token_end_mark(token) : NULL;
  *start = first && last ? (int32_t)first->input_pos : -1;
  *end = first && last ? (int32_t)last->input_pos : -1;
}

static int fail(struct parse *parse, int32_t offset, const char *message) {
  parse->result->offset = offset;
  snprintf(parse->result->message, sizeof parse->result->message, "%s", message);
  return -1;
}

// libfyaml takes quadratic time for the text of a block scalar with many blank lines.
static int has_many_blank_lines(const struct parse *parse, const settee_fyaml_event *event) {
  int blank = 0;
  for (int32_t at = event->start + 1; at < event->end; at++)
    if (parse->text[at] == '\n' && parse->text[at - 1] == '\n' && ++blank > 200) return 1;
  return 0;
}

static int add_text(struct parse *parse, settee_fyaml_event *event, void *token) {
  size_t count = 0;
  if (event->style >= SETTEE_FYAML_LITERAL && has_many_blank_lines(parse, event)) {
    event->text = SETTEE_FYAML_NO_TEXT;
    return 0;
  }
  const char *text = fyaml.fy_token_get_text(token, &count);
  event->text = -1;
  if (!text) count = 0;
  size_t length = (size_t)(event->end - event->start);
  if (count == length && (!count || !memcmp(text, parse->text + event->start, count))) return 0;
  if (parse->result->texts_count + count > parse->texts_capacity) {
    size_t capacity = (parse->result->texts_count + count) * 2;
    uint8_t *texts = realloc(parse->result->texts, capacity);
    if (!texts) return fail(parse, event->start, "not enough memory");
    parse->result->texts = texts;
    parse->texts_capacity = capacity;
  }
  event->text = (int32_t)parse->result->texts_count;
  event->text_count = (int32_t)count;
  if (count) memcpy(parse->result->texts + parse->result->texts_count, text, count);
  parse->result->texts_count += count;
  return 0;
}

static int count_node(struct parse *parse, settee_fyaml_event *event, int opens) {
  if (++parse->nodes > parse->limits.nodes)
    return fail(parse, event->start, "the file has too many values");
  if (parse->flow_depth && ++parse->flow_nodes > parse->limits.flow_nodes)
    return fail(parse, event->start, "the brackets contain too many values");
  if (!opens) return 0;
  if (++parse->depth > SETTEE_FYAML_MOST_DEPTH)
    return fail(parse, event->start, "values are nested too deeply");
  int is_flow = event->style == SETTEE_FYAML_FLOW;
  parse->is_flow[parse->depth] = (uint8_t)is_flow;
  if (is_flow && !parse->flow_depth++) parse->flow_nodes = 0;
  return 0;
}

static int add_event(struct parse *parse, void *raw) {
  int type = *(int *)raw;
  if (type < DOCUMENT_START || type > ALIAS) return 0;
  settee_fyaml_result *result = parse->result;
  if (result->count == parse->capacity) {
    size_t capacity = parse->capacity ? parse->capacity * 2 : 64;
    settee_fyaml_event *events = realloc(result->events, capacity * sizeof *events);
    if (!events) return fail(parse, -1, "not enough memory");
    result->events = events;
    parse->capacity = capacity;
  }
  settee_fyaml_event *event = &result->events[result->count];
  memset(event, 0, sizeof *event);
  event->kind = (uint8_t)(type - DOCUMENT_START);
  event->text = -1;
  void *token = fyaml.fy_event_get_token(raw);
  range_of(token, &event->start, &event->end);
  event->anchor_start = event->anchor_end = event->tag_start = event->tag_end = -1;
  if (type == MAPPING_START || type == SEQUENCE_START || type == SCALAR) {
    range_of(fyaml.fy_event_get_anchor_token(raw), &event->anchor_start, &event->anchor_end);
    range_of(fyaml.fy_event_get_tag_token(raw), &event->tag_start, &event->tag_end);
  }
  int failed = 0;
  switch (type) {
  case DOCUMENT_START:
  case DOCUMENT_END:
    event->style =
        fyaml.fy_event_is_implicit(raw) ? SETTEE_FYAML_IMPLICIT : SETTEE_FYAML_EXPLICIT;
    break;
  case MAPPING_START:
  case SEQUENCE_START:
    event->style = fyaml.fy_event_get_node_style(raw) == 0 ? SETTEE_FYAML_FLOW : SETTEE_FYAML_BLOCK;
    failed = count_node(parse, event, 1);
    break;
  case MAPPING_END:
  case SEQUENCE_END:
    parse->flow_depth -= parse->is_flow[parse->depth];
    parse->depth--;
    break;
  case SCALAR: {
    int style = token ? fyaml.fy_token_scalar_style(token) : 0;
    event->style = style < 0 || style > SETTEE_FYAML_FOLDED ? SETTEE_FYAML_PLAIN : (uint8_t)style;
    failed = count_node(parse, event, 0);
    if (!failed && event->start >= 0) failed = add_text(parse, event, token);
    break;
  }
  case ALIAS: failed = count_node(parse, event, 0); break;
  }
  result->count++;
  return failed;
}

int settee_fyaml_parse(const uint8_t *text, size_t count, settee_fyaml_limits limits,
                       settee_fyaml_result *result) {
  memset(result, 0, sizeof *result);
  result->offset = -1;
  struct parse parse = {.text = text, .count = count, .limits = limits, .result = result};
  // Collect errors instead of printing them. The first field of the configuration is the stream that
  // libfyaml prints to.
  void *diag_cfg[64] = {0};
  fyaml.fy_diag_cfg_default(diag_cfg);
  diag_cfg[0] = NULL;
  void *diag = fyaml.fy_diag_create(diag_cfg);
  if (!diag) return fail(&parse, -1, "not enough memory");
  fyaml.fy_diag_set_collect_errors(diag, 1);
  struct fy_parse_cfg cfg = {.flags = QUIET | COLLECT_DIAG | SLOPPY_FLOW_INDENTATION, .diag = diag};
  void *parser = fyaml.fy_parser_create(&cfg);
  int failed = 0;
  if (!parser || fyaml.fy_parser_set_string(parser, (const char *)text, count)) {
    failed = fail(&parse, -1, "libfyaml can't be started");
  }
  void *event;
  while (!failed && (event = fyaml.fy_parser_parse(parser))) {
    failed = add_event(&parse, event);
    fyaml.fy_parser_event_free(parser, event);
  }
  if (!failed && fyaml.fy_parser_get_stream_error(parser)) {
    void *previous = NULL;
    struct fy_diag_error *error = fyaml.fy_diag_errors_iterate(diag, &previous);
    failed = fail(&parse, -1, error && error->msg ? error->msg : "invalid YAML");
    result->line = error ? error->line : 0;
    result->column = error ? error->column : 0;
  }
  if (parser) fyaml.fy_parser_destroy(parser);
  fyaml.fy_diag_destroy(diag);
  return failed;
}

void settee_fyaml_free(settee_fyaml_result *result) {
  free(result->events);
  free(result->texts);
  result->events = NULL;
  result->texts = NULL;
}

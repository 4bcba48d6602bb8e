// The Swift interface to libfyaml, used to read YAML.
//
// libfyaml is loaded with dlopen on first use, because only YAML files need it. The declarations are
// our own, so no header is needed to build. Call settee_fyaml_open first. If it returns NULL,
// settee_fyaml_parse may be called from any thread.
#ifndef SETTEE_FYAML_H
#define SETTEE_FYAML_H

#include <stddef.h>
#include <stdint.h>

/// Loads libfyaml.
///
/// Returns NULL on success, or an error message.
const char *settee_fyaml_open(void);

typedef enum {
  SETTEE_FYAML_DOCUMENT_START,
  SETTEE_FYAML_DOCUMENT_END,
  SETTEE_FYAML_MAPPING_START,
  SETTEE_FYAML_MAPPING_END,
  SETTEE_FYAML_SEQUENCE_START,
  SETTEE_FYAML_SEQUENCE_END,
  SETTEE_FYAML_SCALAR,
  SETTEE_FYAML_ALIAS,
} settee_fyaml_kind;

typedef enum {
  SETTEE_FYAML_PLAIN,
  SETTEE_FYAML_SINGLE,
  SETTEE_FYAML_DOUBLE,
  SETTEE_FYAML_LITERAL,
  SETTEE_FYAML_FOLDED,
  SETTEE_FYAML_FLOW,
  SETTEE_FYAML_BLOCK,
  SETTEE_FYAML_IMPLICIT,
  SETTEE_FYAML_EXPLICIT,
} settee_fyaml_style;

/// An event with the byte offsets that libfyaml reports. The offset of a missing token is -1.
typedef struct {
  int32_t start, end;
  int32_t anchor_start, anchor_end;
  int32_t tag_start, tag_end;
  /// The offset of the decoded text in `texts`. The value is -1 if the text is equal to the bytes
  /// from `start` to `end`, or SETTEE_FYAML_NO_TEXT if it wasn't decoded.
  int32_t text, text_count;
  uint8_t kind, style;
} settee_fyaml_event;

typedef struct {
  settee_fyaml_event *events;
  size_t count;
  uint8_t *texts;
  size_t texts_count;
  /// The position of an error, starting at 1, or 0 if it is unknown.
  int line, column;
  /// The byte offset at which a limit was exceeded, or -1.
  int32_t offset;
  char message[240];
} settee_fyaml_result;

enum { SETTEE_FYAML_MOST_DEPTH = 256, SETTEE_FYAML_NO_TEXT = -2 };

typedef struct {
  size_t nodes;
  /// The nodes in one flow collection, whose tokens libfyaml keeps in memory.
  size_t flow_nodes;
} settee_fyaml_limits;

/// Parses UTF-8 text. Returns 0, or -1 with a message. Free the result in either case.
int settee_fyaml_parse(const uint8_t *text, size_t count, settee_fyaml_limits limits,
                       settee_fyaml_result *result);

void settee_fyaml_free(settee_fyaml_result *result);

#endif

// Benchmarks libplist: `plists-libplist XML BINARY` prints `name<TAB>milliseconds` lines.
#include <plist/plist.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static char *contents(const char *path, uint32_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(1);
  fseek(file, 0, SEEK_END);
  *length = (uint32_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*length);
  if (fread(bytes, 1, *length, file) != *length) exit(1);
  fclose(file);
  return bytes;
}

static void time_reading(const char *name, const char *bytes, uint32_t length,
                         void (*read)(const char *, uint32_t, plist_t *)) {
  double least = 1e9;
  for (int round = 0; round < 30; round++) {
    double start = now();
    plist_t list = NULL;
    read(bytes, length, &list);
    plist_free(list);
    double took = now() - start;
    if (took < least) least = took;
  }
  printf("%s\t%f\n", name, least);
}

static void time_writing(const char *name, plist_t list,
                         void (*write)(plist_t, char **, uint32_t *)) {
  double least = 1e9;
  for (int round = 0; round < 30; round++) {
    double start = now();
    char *bytes = NULL;
    uint32_t length = 0;
    write(list, &bytes, &length);
    free(bytes);
    double took = now() - start;
    if (took < least) least = took;
  }
  printf("%s\t%f\n", name, least);
}

// Newer versions return an error code, and older ones return nothing.
static void read_xml(const char *bytes, uint32_t length, plist_t *list) {
  plist_from_xml(bytes, length, list);
}
static void read_binary(const char *bytes, uint32_t length, plist_t *list) {
  plist_from_bin(bytes, length, list);
}
static void write_xml(plist_t list, char **bytes, uint32_t *length) {
  plist_to_xml(list, bytes, length);
}
static void write_binary(plist_t list, char **bytes, uint32_t *length) {
  plist_to_bin(list, bytes, length);
}

int main(int count, char **arguments) {
  if (count < 3) return 64;
  uint32_t xml_length, binary_length;
  char *xml = contents(arguments[1], &xml_length);
  char *binary = contents(arguments[2], &binary_length);
  plist_t list = NULL;
  read_xml(xml, xml_length, &list);
  time_reading("xml-read", xml, xml_length, read_xml);
  time_writing("xml-write", list, write_xml);
  time_reading("binary-read", binary, binary_length, read_binary);
  time_writing("binary-write", list, write_binary);
}

// Benchmarks libplist: `plists-libplist FILE` prints the minimum of many runs in milliseconds.
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

int main(int count, char **arguments) {
  if (count < 2) return 2;
  uint32_t length;
  char *xml = contents(arguments[1], &length);
  double least = 1e9;
  for (int round = 0; round < 30; round++) {
    double start = now();
    plist_t list = NULL;
    plist_from_xml(xml, length, &list);
    plist_free(list);
    double took = now() - start;
    if (took < least) least = took;
  }
  printf("%f\n", least);
  return 0;
}

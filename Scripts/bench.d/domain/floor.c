// Measures the minimum cost of a durable commit: the same bytes with the same syncs, in C.
// Usage: floor FOLDER NAME BYTES-FROM. For each input line, it replaces the file and prints the
// time in nanoseconds.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static int check(int result, const char *what) {
  if (result >= 0) return result;
  perror(what);
  exit(1);
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  static char bytes[1 << 22];
  int source = check(open(arguments[3], O_RDONLY), "open");
  ssize_t size = read(source, bytes, sizeof bytes);
  close(source);
  check(chdir(arguments[1]), "chdir");
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    double start = now();
    int file = check(open(".floor.new", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600), "open");
    check(write(file, bytes, size), "write");
    check(fsync(file), "fsync");
    close(file);
    check(rename(".floor.new", arguments[2]), "rename");
    int folder = check(open(".", O_RDONLY | O_DIRECTORY), "open");
    check(fsync(folder), "fsync");
    close(folder);
    printf("%.0f\n", now() - start);
    fflush(stdout);
  }
  return 0;
}

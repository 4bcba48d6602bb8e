import Foundation
import Testing

/// A library that is loaded into each program at startup.
///
/// It modifies the environment, as some libraries do, and shifts the clock by `CLOCK_SHIFT`
/// seconds.
enum Preload {
  static let compiler = "/usr/bin/cc"
  static let canBeMade = FileManager.default.isExecutableFile(atPath: compiler)

  private static let source = """
    #define _GNU_SOURCE
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <time.h>
    #include <unistd.h>
    __attribute__((constructor)) static void begin(void) { setenv("PRELOADED", "1", 1); }
    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = syscall(SYS_clock_gettime, clock, time);
      const char *shift = getenv("CLOCK_SHIFT");
      if (clock == CLOCK_REALTIME && shift) time->tv_sec += atoi(shift);
      return result;
    }
    """

  /// Makes every program in the sandbox load the library.
  static func use(on sandbox: inout Sandbox) throws {
    try sandbox.write("work/preload.c", source)
    let made = try sandbox.shell("\(compiler) -shared -fPIC -o preload.so preload.c")
    #expect(made.code == 0, "\(made)")
    sandbox.environment["LD_PRELOAD"] = sandbox.path("work/preload.so")
  }
}

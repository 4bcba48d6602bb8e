import Foundation

/// Returns the processor time in seconds that `work` takes on this thread.
///
/// Use it only for comparisons, because the speed of computers differs.
package func processorTime(_ work: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  try work()
  return now() - start
}

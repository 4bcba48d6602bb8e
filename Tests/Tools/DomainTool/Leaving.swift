import Foundation
import Settee

/// The settings of an app that sets a value and exits immediately.
struct LeavingSettings: PreferenceSet {
  @Setting var how = ""
}

extension DomainTool {
  /// `leave DOMAIN HOW MILLISECONDS`: an app that sets a value and exits after a delay.
  ///
  /// `HOW` is `main` (returns), `thread` (calls exit on another thread), or `signal` (receives a
  /// signal at which it saves).
  static func leave(_ arguments: [String]) throws {
    // Reset the signal, which the parent process may have blocked.
    signal(SIGTERM, SIG_DFL)
    let store = try Store(
      LeavingSettings.self, domain: arguments[0],
      configuration: StoreConfiguration(flushOnTermination: arguments[1] == "signal"))
    store.prefs.how = arguments[1]
    usleep(useconds_t(arguments[2], radix: 10).map { $0 * 1000 } ?? 0)
    switch arguments[1] {
    case "main": break
    case "thread":
      Thread.detachNewThread { exit(0) }
      while true { pause() }
    default:
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
    withExtendedLifetime(store) {}
  }
}

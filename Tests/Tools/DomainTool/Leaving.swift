import Foundation
import Settee

/// What an app has that sets a value and ends at once.
struct LeavingSettings: PreferenceSet {
  @Setting var how = ""
}

extension DomainTool {
  /// `leave DOMAIN HOW MILLISECONDS`: an app that sets a value and ends so long after it: `main`
  /// returns, another `thread` calls exit, or a `signal` comes that it asked to be safe from.
  static func leave(_ arguments: [String]) throws {
    // Whoever started us may have shut it out.
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

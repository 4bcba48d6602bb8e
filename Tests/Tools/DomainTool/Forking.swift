import Foundation
import Settee

extension DomainTool {
  /// `forked DOMAIN WHAT COUNT`: forks children from a busy program and prints how they exited.
  ///
  /// `WHAT` is the operation of the children:
  ///
  /// * `set`, `flush`, `reload`, and `update` use the store that the parent opened, which throws.
  /// * `read` and `assign` use it with operations that can't throw.
  /// * `new` opens the domain again and sets a value.
  /// * `exit` and `return` only exit, and `drop` releases the domain first.
  /// * `term` waits for SIGTERM, at which the parent would save.
  static func forked(_ arguments: [String]) throws {
    signal(SIGTERM, SIG_DFL)
    let store = try Store(
      ForkedPrefs.self, domain: arguments[0],
      // With a shorter interval, the parent holds the lock nearly all the time, and a child that waits
      // for it fails after two seconds.
      configuration: StoreConfiguration(
        autosave: .coalesced(.milliseconds(10)), flushOnTermination: arguments[1] == "term"))
    store.prefs.number = 1
    try store.flush()
    var held: [Any] = [
      try Store(ForkedPrefs.self, domain: arguments[0]), store.domain.observe { _ in },
    ]
    let isOver = Flag()
    let writer = Thread {
      while !isOver.isRaised {
        store.prefs.busy += 1
        _ = store.domain.keys
      }
      try? store.flush()
      isOver.lower()
    }
    writer.start()
    var ends: [String: Int] = [:]
    for _ in 0..<(Int(arguments[2]) ?? 1) {
      let child = forkProcess()
      if child == 0 { inChild(arguments[0], arguments[1], store, &held) }
      if arguments[1] == "term" { kill(child, SIGTERM) }
      ends[end(of: child), default: 0] += 1
    }
    isOver.raise()
    while isOver.isRaised { usleep(1000) }
    store.prefs.number = 2
    try store.flush()
    for (end, count) in ends.sorted(by: { $0.key < $1.key }) { say("\(end) \(count)") }
  }

  private static func inChild(
    _ domain: String, _ what: String, _ store: Store<ForkedPrefs>,
    _ held: inout [Any]
  ) -> Never {
    do {
      switch what {
      case "set": try store.prefs.$number.set(7)
      case "flush": try store.flush()
      case "reload": try store.reload()
      case "update": try store.update { $0.number = 7 }
      case "read": _ = store.prefs.number
      case "assign": store.prefs.number = 7
      case "new":
        let own = try open(domain)
        let count = own.value(for: "children")?.value.int ?? 0
        try own.set(.integer(Int64(count + 1)), for: "children")
      case "drop": held = []
      case "term": while true { pause() }
      default: break
      }
      exit(0)
    } catch {
      if "\(error)".contains("forked") { exit(9) }
      try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
      exit(8)
    }
  }

  /// Returns how a child exited: `exit CODE`, `signal NUMBER`, or `hung` after ten seconds.
  private static func end(of child: Int32) -> String {
    var status: Int32 = 0
    for _ in 0..<2000 {
      if waitpid(child, &status, WNOHANG) == child {
        return status & 0x7F == 0 ? "exit \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
      }
      usleep(5000)
    }
    kill(child, SIGKILL)
    waitpid(child, &status, 0)
    return "hung"
  }
}

/// The settings used by `forked`.
struct ForkedPrefs: PreferenceSet {
  @Setting var number = 0
  @Setting var busy = 0
}

/// A flag that one thread sets for another.
///
/// Sharing is safe because the flag is accessed only under the lock.
final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var word = false

  var isRaised: Bool { lock.withLock { word } }

  func raise() { lock.withLock { word = true } }

  func lower() { lock.withLock { word = false } }
}

/// fork(2), which Swift makes unavailable because it is rarely safe.
///
/// This tool tests it.
@_silgen_name("fork") private func forkProcess() -> Int32

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
  /// * `files` exits with 7 if it has a file open for writing that the parent saves.
  static func forked(_ arguments: [String]) throws {
    signal(SIGTERM, SIG_DFL)
    // This handler runs after the one of the library, so the parent has time to open files between
    // that handler and the fork.
    if arguments[1] == "files" { pthread_atfork({ usleep(1000) }, nil, nil) }
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
    let (isBusy, isOver) = (Flag(), Flag())
    let writer = Thread {
      while !isOver.isRaised {
        store.prefs.busy += 1
        _ = store.domain.keys
        if arguments[1] == "files" { try? store.flush() }
        // Fork only after the program's own thread has used all types. While it uses a type for the
        // first time, it holds a lock of the Swift runtime, and the children would wait forever.
        if store.prefs.busy == 100 { isBusy.raise() }
      }
      try? store.flush()
      isOver.lower()
    }
    writer.start()
    while !isBusy.isRaised { usleep(1000) }
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
      case "files": if hasFileForWriting { exit(7) }
      default: break
      }
      exit(0)
    } catch {
      if "\(error)".contains("forked") { exit(9) }
      try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
      exit(8)
    }
  }

  /// A Boolean value that indicates whether this process has a regular file open only for writing,
  /// except for the history, which is opened for appending.
  private static var hasFileForWriting: Bool {
    (3..<256).contains { (file: Int32) in
      var status = stat()
      return fcntl(file, F_GETFL) & (O_ACCMODE | O_APPEND) == O_WRONLY
        && fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// `fork-observed DOMAIN`: forks while an observer works, and prints whether the fork waited for
  /// it.
  static func forkObserved(_ arguments: [String]) throws {
    let domain = try open(arguments[0], watches: true)
    let (isWorking, isDone) = (Flag(), Flag())
    let watch = domain.observe { _ in
      isWorking.raise()
      usleep(200_000)
      isDone.raise()
    }
    say("ready")
    while !isWorking.isRaised { usleep(1000) }
    let child = forkProcess()
    if child == 0 { exit(isDone.isRaised ? 0 : 7) }
    say(end(of: child))
    withExtendedLifetime(watch) {}
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

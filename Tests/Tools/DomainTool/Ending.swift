import Foundation
import Settee
import SetteeFiles

extension DomainTool {
  /// `end DOMAIN HOW`: sets a coalesced value and exits immediately.
  ///
  /// `HOW` is `return`, `exit`, `trap`, `term`, `opted`, or `flush`.
  static func end(_ arguments: [String]) throws {
    // The delay is longer than any run, so only the exit can save the value.
    let domain = try open(arguments[0], .coalesced(.seconds(30)))
    // Reset these signals, which the parent process may have blocked.
    signal(SIGTERM, SIG_DFL)
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    if arguments[1] == "opted" { Domain.flushOnTermination() }
    try domain.set(.string(arguments[1]), for: "how")
    switch arguments[1] {
    case "return": return
    case "exit": exit(0)
    case "flush":
      try domain.flush()
      kill(getpid(), SIGKILL)
    case "trap": fatalError("as asked")
    default:
      kill(getpid(), SIGTERM)
      Thread.sleep(forTimeInterval: 20)
    }
  }

  /// `limit DOMAIN BYTES`: writes a long value under a file size limit.
  static func limit(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    var limit = rlimit(
      rlim_cur: rlim_t(arguments[1]) ?? 0, rlim_max: rlim_t(arguments[1]) ?? 0)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try domain.set(.string(String(repeating: "x", count: 100_000)), for: "long")
  }

  /// `end-saving DOMAIN HOW`: sets a coalesced value and exits while a slow disk writes it.
  ///
  /// `HOW` is `return`, `exit` (on another thread), or `term`.
  static func endSaving(_ arguments: [String]) throws {
    let isSaving = DispatchSemaphore(value: 0)
    let fileSystem = FileSystem.live.interposed { call, _ in
      guard call == "sync" else { return }
      isSaving.signal()
      Thread.sleep(forTimeInterval: 0.2)
    }
    signal(SIGTERM, SIG_DFL)
    let options = DomainOptions(saving: .coalesced(.milliseconds(1)), watches: false)
    let domain = try Domain(
      try DomainName(arguments[0]), locations: try SettingsDirectories(), options: options,
      fileSystem: fileSystem)
    if arguments[1] == "term" { Domain.flushOnTermination() }
    try domain.set(.string(arguments[1]), for: "how")
    isSaving.wait()
    switch arguments[1] {
    case "return": return
    case "exit": Thread { exit(0) }.start()
    default: kill(getpid(), SIGTERM)
    }
    Thread.sleep(forTimeInterval: 60)
  }
}

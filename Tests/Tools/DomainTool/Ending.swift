import Foundation
import Settee

extension DomainTool {
  /// `end DOMAIN HOW`: sets a coalesced value and ends at once: `return exit trap term flush`.
  static func end(_ arguments: [String]) throws {
    let domain = try open(arguments[0], .coalesced(.seconds(30)))
    // Whoever started us may have shut these out.
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

  /// `limit DOMAIN BYTES`: writes a long value under a limit of the file size.
  static func limit(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    var limit = rlimit(
      rlim_cur: rlim_t(arguments[1]) ?? 0, rlim_max: rlim_t(arguments[1]) ?? 0)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    try domain.set(.string(String(repeating: "x", count: 100_000)), for: "long")
  }

  /// `forked DOMAIN`: forks while another thread writes; both sides read and write.
  static func forked(_ arguments: [String]) throws {
    let domain = try open(arguments[0], .coalesced(.milliseconds(5)), watches: true)
    try domain.set(.string("parent"), for: "before")
    let writer = Thread {
      for number in 0..<200 {
        try? domain.set(.integer(Int64(number)), for: "busy")
        try? domain.flush()
      }
    }
    writer.start()
    Thread.sleep(forTimeInterval: 0.02)
    let child = forkProcess()
    if child == 0 {
      try domain.set(.string("child"), for: "child")
      try domain.flush()
      exit(domain.value(for: "child")?.value.string == "child" ? 0 : 1)
    }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    try domain.set(.string("parent"), for: "after")
    try domain.flush()
    exit(status == 0 ? 0 : 1)
  }
}

/// fork(2), which Swift hides because it is rarely what one wants; here it is the point.
@_silgen_name("fork") private func forkProcess() -> Int32

import Foundation
import Settee

/// Performs an operation on a domain in a separate process.
///
/// The first argument selects the operation.
@main enum DomainTool {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard let verb = arguments.first, let act = acts[verb] else {
      FileHandle.standardError.write(Data("which of \(acts.keys.sorted())?\n".utf8))
      exit(2)
    }
    do {
      try act(Array(arguments.dropFirst()))
    } catch let error as DomainError {
      FileHandle.standardError.write(Data((error.message + "\n").utf8))
      exit(error.exitCode)
    }
  }

  nonisolated(unsafe) static var acts: [String: ([String]) throws -> Void] = [
    "keys": keys, "leaves": leaves, "poll": poll, "rewrite": rewrite, "step": step,
    "steps": steps, "hold": hold, "set": set, "unset": unset, "follow": follow, "idle": idle,
    "end": end, "end-saving": endSaving, "manual": manual, "streams": streams, "leave": leave,
    "limit": limit, "forked": forked, "fork-observed": forkObserved, "keep": keep,
    "foundation": foundation, "measure": measure, "commits": commits,
    "foundation-read": foundationRead,
    "foundation-value": foundationValue, "leaf": leaf,
  ]

  static func open(
    _ name: String, _ saving: DomainOptions.Saving = .immediate, watches: Bool = false
  ) throws -> Domain {
    try Domain(name, options: DomainOptions(saving: saving, watches: watches))
  }

  static func say(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }

  /// `keys DOMAIN PREFIX COUNT`: sets keys with a separate commit for each.
  static func keys(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    for number in 0..<(Int(arguments[2]) ?? 0) {
      try domain.set(.integer(Int64(number)), for: "\(arguments[1]).\(number)")
    }
  }

  /// `leaves DOMAIN KEY LEAF COUNT`: increments a value in a nested dictionary.
  static func leaves(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    let path = SettingPath(arguments[1], arguments[2])
    for _ in 0..<(Int(arguments[3]) ?? 0) {
      try domain.transaction { values in
        values[path] = .integer(Int64((values[path]?.int ?? 0) + 1))
      }
    }
  }

  /// `leaf DOMAIN KEY LEAF VALUE`: sets a value in a nested dictionary.
  static func leaf(_ arguments: [String]) throws {
    let path = SettingPath(arguments[1], arguments[2])
    try open(arguments[0]).apply(ChangeSet(path, .string(arguments[3])))
  }

  /// `poll DOMAIN KEY VALUE`: reads the key from disk until standard input ends.
  ///
  /// Fails if the value differs.
  static func poll(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    var count = 0
    while !isInputOver() {
      try domain.reload()
      count += 1
      guard domain.value(for: arguments[1])?.value.string == arguments[2] else {
        say("missed after \(count)")
        exit(1)
      }
    }
    say("\(count)")
  }

  static func isInputOver() -> Bool {
    var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&input, 1, 0) > 0
  }

  /// `rewrite DOMAIN COUNT`: sets all keys to a number that increases with each commit, forever.
  static func rewrite(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    let count = Int(arguments[1]) ?? 0
    var round = domain.value(for: "key0")?.value.int ?? 0
    say("ready")
    while true {
      round += 1
      var change = ChangeSet()
      for key in 0..<count { change[SettingPath("key\(key)")] = .integer(Int64(round)) }
      try domain.apply(change)
    }
  }

  /// `set DOMAIN KEY VALUE`: sets a string.
  static func set(_ arguments: [String]) throws {
    try open(arguments[0]).set(.string(arguments[2]), for: arguments[1])
  }

  /// `unset DOMAIN KEY`: removes a key.
  static func unset(_ arguments: [String]) throws {
    try open(arguments[0]).set(nil, for: arguments[1])
  }

  /// `hold DOMAIN SECONDS`: keeps a transaction open.
  static func hold(_ arguments: [String]) throws {
    let domain = try open(arguments[0])
    try domain.transaction { values in
      values["held"] = .boolean(true)
      say("holding")
      Thread.sleep(forTimeInterval: Double(arguments[1]) ?? 0)
    }
    say("done")
  }
}

import Foundation
import Settee
import Synchronization
import SetteeFiles

extension DomainTool {
  /// `steps DOMAIN`: prints the number of file system calls in a commit.
  static func steps(_ arguments: [String]) throws {
    let count = Atomic<Int>(0)
    let fileSystem = FileSystem.live.interposed { _, _ in
      _ = count.wrappingAdd(1, ordering: .relaxed)
    }
    let domain = try opened(arguments[0], fileSystem)
    count.store(0, ordering: .relaxed)
    try domain.apply(["value": .string("new"), "other": nil])
    say("\(count.load(ordering: .relaxed))")
  }

  /// `step DOMAIN NUMBER`: kills itself during a commit.
  ///
  /// If NUMBER is even, SIGKILL is sent before call NUMBER / 2, otherwise after it.
  static func step(_ arguments: [String]) throws {
    let count = Atomic<Int>(.min / 2)
    let end = Int(arguments[1]) ?? 0
    let fileSystem = FileSystem.live.interposed { _, _ in
      if count.wrappingAdd(1, ordering: .relaxed).oldValue == end { kill(getpid(), SIGKILL) }
    }
    let domain = try opened(arguments[0], fileSystem)
    count.store(0, ordering: .relaxed)
    try domain.apply(["value": .string("new"), "other": nil])
    say("survived")
  }

  private static func opened(_ name: String, _ fileSystem: FileSystem) throws -> Domain {
    try Domain(
      try DomainName(name), locations: try SettingsDirectories(),
      options: DomainOptions(watches: false),
      fileSystem: fileSystem)
  }
}

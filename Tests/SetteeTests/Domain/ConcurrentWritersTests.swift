import Foundation
import Settee
import SetteeValues
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests programs that write the file in various ways while Settee changes it.
@Suite struct ConcurrentWritersTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private var path: String { place.root + "/a.toml" }

  private func text() -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  private func domain(_ format: Format = .toml, fileSystem: FileSystem = .live) throws -> Domain {
    try Domain(
      TextFile(path, TextFile.Role(format: format), fileSystem: fileSystem),
      locations: try place.locations,
      options: DomainOptions(watches: false))
  }

  /// Returns a file system that runs a closure right before the first call named `call`.
  private func fileSystem(before call: String, _ body: @escaping @Sendable () -> Void) -> FileSystem
  {
    let isDone = Mutex(false)
    return FileSystem.live.replaced { name, _, run in
      let isNow = isDone.withLock { done in
        defer { done = done || name == call }
        return name == call && !done
      }
      if isNow { body() }
      try run()
    }
  }

  @Test func `a write waits for a program that has truncated the file`() throws {
    try place.write("a = 1\nb = 1\n", to: "a.toml")
    let domain = try domain()
    let file = open(path, O_WRONLY | O_TRUNC)
    let thread = Thread {
      Thread.sleep(forTimeInterval: 0.1)
      _ = "a = 1\nb = 7\n".withCString { write(file, $0, strlen($0)) }
      close(file)
    }
    thread.start()
    try domain.set(.integer(2), for: "a")
    #expect(text() == "a = 2\nb = 7\n")
  }

  @Test func `a change of the mode during the replacement is kept`() throws {
    for name in ["a.toml", "home/.config/\(DomainPlace.name).plist"] {
      let path = place.root + "/" + name
      let fileSystem = fileSystem(before: "sync") { chmod(path, 0o600) }
      if name == "a.toml" {
        try place.write("a = 1\n", to: name)
        chmod(path, 0o644)
        try domain(fileSystem: fileSystem).set(.integer(2), for: "a")
      } else {
        try place.write(DomainPlace.plist("<key>a</key><integer>1</integer>"))
        chmod(path, 0o644)
        try place.domain(fileSystem: fileSystem).set(.integer(2), for: "a")
      }
      #expect(try FileSystem.live.statusOf(path, false).mode == 0o600, "\(name)")
    }
  }

  @Test func `a concurrent replacement of the property list is kept`() throws {
    let (file, other) = (place.file, place.root + "/other")
    try place.write(
      DomainPlace.plist("<key>a</key><integer>1</integer><key>b</key><integer>7</integer>"),
      to: "other")
    try place.write(
      DomainPlace.plist("<key>a</key><integer>1</integer><key>b</key><integer>1</integer>"))
    try place.domain(fileSystem: fileSystem(before: "sync") { rename(other, file) })
      .set(.integer(2), for: "a")
    #expect(place.stored as NSDictionary == ["a": 2, "b": 7])
  }

  @Test func `a file that another program creates before the rename is kept`() throws {
    let (file, other) = (place.file, place.root + "/other")
    try place.write(DomainPlace.plist("<key>b</key><integer>7</integer>"), to: "other")
    try place.domain(
      fileSystem: fileSystem(before: "rename") {
        link(other, file); unlink(other)
      }
    )
    .set(.integer(2), for: "a")
    #expect(place.stored as NSDictionary == ["a": 2, "b": 7])

    let path = path
    let fileSystem = fileSystem(before: "rename") {
      try? Data("b = 7\n".utf8).write(to: URL(fileURLWithPath: path))
    }
    var role = TextFile.Role(format: .toml)
    role.mayMake = true
    let domain = try Domain(
      TextFile(path, role, fileSystem: fileSystem), locations: try place.locations,
      options: DomainOptions(watches: false))
    try domain.set(.integer(2), for: "a")
    #expect(text() == "b = 7\na = 2\n")
  }

  @Test func `a change with the same size and time is detected`() throws {
    try place.write("a = 1\nb = 1\n", to: "a.toml")
    let path = path
    let fileSystem = fileSystem(before: "sync") {
      var times = stat()
      stat(path, &times)
      try? Data("a = 1\nb = 7\n".utf8).write(to: URL(fileURLWithPath: path))
      utimensat(AT_FDCWD, path, [times.st_atim, times.st_mtim], 0)
    }
    try domain(fileSystem: fileSystem).set(.integer(2), for: "a")
    #expect(text() == "a = 2\nb = 7\n")
  }

  @Test func `a file with the name of a temporary file is kept`() throws {
    try place.write("a = 1\n", to: "a.toml")
    try place.write("notes", to: ".a.toml.new")
    try domain().set(.integer(2), for: "a")
    #expect(place.read(place.root + "/.a.toml.new") == Data("notes".utf8))
  }

  @Test func `without locks, the other program's change is kept`() throws {
    try place.write("a = 1\nb = 1\n", to: "a.toml")
    let path = path
    var fileSystem = fileSystem(before: "sync") {
      try? Data("a = 1\nb = 7\n".utf8).write(to: URL(fileURLWithPath: path))
    }
    fileSystem.lock = { _, _ in throw SystemError(EBADF) }
    try domain(fileSystem: fileSystem).set(.integer(2), for: "a")
    #expect(text() == "a = 2\nb = 7\n")
  }

  @Test func `an unchanged value opens no file for writing`() throws {
    try place.write("a = 1\n", to: "a.toml")
    let flags = Mutex<[Int32]>([])
    var fileSystem = FileSystem.live
    let path = path
    fileSystem.open = { name, wanted, mode in
      if name == path { flags.withLock { $0.append(wanted & O_ACCMODE) } }
      return try FileSystem.live.open(name, wanted, mode)
    }
    try domain(fileSystem: fileSystem).set(.integer(1), for: "a")
    #expect(flags.withLock { $0.allSatisfy { $0 == O_RDONLY } && !$0.isEmpty })
  }

  @Test func `a property list with two hard links is not replaced`() throws {
    try place.write(DomainPlace.plist("<key>a</key><integer>1</integer>"))
    link(place.file, place.root + "/other")
    let error = #expect(throws: DomainError.self) { try place.domain().set(.integer(2), for: "a") }
    #expect(error?.message.contains("hard links") == true)
    #expect(place.stored["a"] as? Int == 1)
  }

  @Test func `git's lock file is not removed`() throws {
    try place.write("[a]\n\tx = 1\n", to: "a.toml")
    let lock = path + ".lock"
    let fileSystem = fileSystem(before: "sync") {
      unlink(lock)
      try? Data("git".utf8).write(to: URL(fileURLWithPath: lock))
    }
    try domain(.lines(.git), fileSystem: fileSystem).set(.integer(2), for: "a.x")
    #expect(place.read(lock) == Data("git".utf8))
  }
}

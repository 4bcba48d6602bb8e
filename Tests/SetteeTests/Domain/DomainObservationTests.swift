import Foundation
import Settee
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Verifies that a domain reports exactly the changes of other programs, and when it does.
@Suite struct DomainObservationTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private let watching = DomainOptions(watches: true)

  /// Returns whether a condition becomes true within a limit that allows for a busy computer.
  private func eventually(_ holds: () -> Bool) -> Bool {
    for _ in 0..<2000 {
      if holds() { return true }
      Thread.sleep(forTimeInterval: 0.005)
    }
    return false
  }

  @Test func `an open domain sees another process's change and its source`() throws {
    let domain = try place.domain(watching)
    let events = Mutex<[String]>([])
    let watch = domain.observe { event in
      events.withLock { $0 += event.changes.map { "\(event.source.rawValue) \($0.key)" } }
    }
    try DomainToolRun.run(place, "set", DomainPlace.name, "a", "theirs")
    #expect(eventually { domain.value(for: "a")?.value == .string("theirs") })
    try domain.set(.string("mine"), for: "b")
    #expect(eventually { events.withLock { $0.count } == 2 })
    #expect(events.withLock { $0 } == ["process a", "local b"])
    withExtendedLifetime(watch) {}
  }

  @Test func `a change by another process is attributed to it, even to an old value`() throws {
    let domain = try place.domain(watching)
    let events = Mutex<[String]>([])
    let watch = domain.observe { event in
      events.withLock { $0 += event.changes.map { "\(event.source.rawValue) \($0.key)" } }
    }
    for value in ["mine", "mine too"] { try domain.set(.string(value), for: "a") }
    for value in ["mine", "theirs", "mine too"] {
      try DomainToolRun.run(place, "set", DomainPlace.name, "a", value)
      #expect(eventually { domain.value(for: "a")?.value == .string(value) })
    }
    #expect(eventually { events.withLock { $0.count } == 5 })
    #expect(
      events.withLock { $0 } == ["local a", "local a"] + Array(repeating: "process a", count: 3))
    withExtendedLifetime(watch) {}
  }

  @Test func `a domain that starts watching later reports missed and new changes`() throws {
    var options = watching
    options.watchesLater = true
    let domain = try place.domain(options)
    let events = Mutex<[String]>([])
    let watch = domain.observe { event in
      events.withLock { $0 += event.changes.map { "\(event.source.rawValue) \($0.key)" } }
    }
    try DomainToolRun.run(place, "set", DomainPlace.name, "missed", "theirs")
    #expect(domain.value(for: "missed") == nil)
    domain.watchFromNow()
    #expect(domain.value(for: "missed")?.value == .string("theirs"))
    try DomainToolRun.run(place, "set", DomainPlace.name, "seen", "theirs")
    #expect(eventually { events.withLock { $0.count } == 2 })
    #expect(events.withLock { $0 } == ["process missed", "process seen"])
    domain.watchFromNow()
    withExtendedLifetime(watch) {}
  }

  @Test func `a folder that doesn't exist yet is watched for`() throws {
    try FileManager.default.removeItem(atPath: place.root + "/home/.config")
    let domain = try place.domain(watching)
    try DomainToolRun.run(place, "set", DomainPlace.name, "a", "theirs")
    #expect(eventually { domain.value(for: "a")?.value == .string("theirs") })
    try place.write(
      DomainPlace.plist("<key>m</key><true/>"),
      to: "root/etc/settee/managed/\(DomainPlace.name).plist"
    )
    #expect(eventually { domain.value(for: "m")?.origin == .managed })
  }

  @Test func `changes of managed values are reported, also in their folder`() throws {
    let domain = try place.domain(watching)
    let events = Mutex<[String]>([])
    let watch = domain.observe { event in
      events.withLock { $0 += event.changes.map { "\(event.source.rawValue) \($0.key)" } }
    }
    try place.write(
      DomainPlace.plist("<key>m</key><true/>"),
      to: "root/etc/settee/managed/\(DomainPlace.name).d/10-x.plist")
    #expect(eventually { events.withLock { $0 } == ["policy m"] })
    #expect(domain.value(for: "m")?.origin == .managed)
    let error = #expect(throws: DomainError.self) { try domain.set(.boolean(false), for: "m") }
    #expect(error?.exitCode == 4)
    withExtendedLifetime(watch) {}
  }

  @Test func `Foundation's writes in place are read completely`() throws {
    let domain = try place.domain(watching)
    try domain.set(.integer(1), for: "mine")
    try DomainToolRun.run(place, "foundation", DomainPlace.name, "f", "20")
    #expect(eventually { domain.value(for: "f.19")?.value == .integer(19) })
    #expect(domain.value(for: "mine")?.value == .integer(1))
    #expect(domain.issues.isEmpty)
  }

  @Test func `values dropped by a write in place are restored once`() throws {
    try place.domain().apply(["kept": .integer(0)])
    let stale = try #require(place.read())
    let domain = try place.domain(watching)
    let issues = Mutex<[DomainIssue]>([])
    let watch = domain.observeIssues { issue in issues.withLock { $0.append(issue) } }
    try domain.set(.integer(1), for: "ours")
    try overwrite(stale)
    #expect(eventually { issues.withLock { $0.map(\.kind) } == [.putBack] })
    #expect(place.stored as NSDictionary == ["kept": 0, "ours": 1])
    try overwrite(stale)
    #expect(eventually { domain.value(for: "ours") == nil })
    #expect(place.stored as NSDictionary == ["kept": 0])
    withExtendedLifetime(watch) {}
  }

  @Test func `a commit also restores values dropped by a write in place before it`() throws {
    try place.domain().apply(["kept": .integer(0)])
    let stale = try #require(place.read())
    let domain = try place.domain()
    try domain.set(.integer(1), for: "ours")
    try overwrite(stale)
    let changes = try domain.apply(["more": .integer(2)])
    #expect(changes.map(\.key) == ["more"])
    #expect(place.stored as NSDictionary == ["kept": 0, "ours": 1, "more": 2])
    #expect(domain.issues.map(\.kind) == [.putBack])
    #expect(try domain.history().map(\.key) == ["kept", "ours", "ours", "more"])
  }

  @Test func `a replaced file that reuses the inode is not a write in place`() throws {
    // Simulates small file systems, which reuse the inode of the previous file immediately.
    @Sendable func reusing(_ status: FileStatus) -> FileStatus {
      var status = status
      if status.kind == .file { status.inode = 7 }
      return status
    }
    var fileSystem = FileSystem.live
    fileSystem.status = { file in reusing(try FileSystem.live.status(file)) }
    fileSystem.statusOf = { path, follow in
      reusing(try FileSystem.live.statusOf(path, follow))
    }
    try place.domain().apply(["kept": .integer(0)])
    // Use no watch, so that everything happens on this thread in the order below.
    let domain = try place.domain(fileSystem: fileSystem)
    try domain.set(.integer(1), for: "ours")
    // Remove the key deliberately with another Settee process.
    try DomainToolRun.run(place, "unset", DomainPlace.name, "ours")
    try domain.reload()
    #expect(place.stored as NSDictionary == ["kept": 0])
    #expect(domain.issues.map(\.message) == [])
    // If a program that doesn't use Settee writes the same bytes, they are reverted. The inode
    // alone must not decide.
    let stale = try #require(place.read())
    try domain.set(.integer(2), for: "ours")
    try domain.set(.integer(3), for: "more")
    try overwrite(stale)
    try domain.reload()
    #expect(domain.issues.map(\.kind) == [.putBack])
  }

  private func overwrite(_ data: Data) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: place.file))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: data)
    try file.close()
  }

  /// A file system that, like NFS, can't lock a file that is open only for reading.
  private var networkDoor: FileSystem {
    get throws {
      var status = stat()
      try #require(stat(place.root, &status) == 0)
      let device = (major: status.st_dev >> 8 & 0xFFF, minor: status.st_dev & 0xFF)
      let mounts = place.root + "/mounts"
      try place.write(
        """
        22 1 0:21 / /proc rw - proc proc rw
        36 22 \(device.major):\(device.minor) / /home rw,relatime shared:1 - nfs4 server:/home rw
        """, to: "mounts")
      var fileSystem = FileSystem.live
      fileSystem.open = { path, flags, mode in
        let isTable = path == FileSystem.mountTable
        return try FileSystem.live.open(isTable ? mounts : path, flags, mode)
      }
      fileSystem.lock = { file, operation in
        if fcntl(file, F_GETFL) & O_ACCMODE == O_RDONLY { throw SystemError(EBADF) }
        try FileSystem.live.lock(file, operation)
      }
      return fileSystem
    }
  }

  @Test func `on a network file system a domain polls, also for its observers`()
    throws
  {
    let domain = try place.domain(watching, fileSystem: networkDoor)
    #expect(domain.staleFlags.load(ordering: .relaxed) & StaleFlags.polls != 0)
    // Simulate a write by another computer, which watches can't detect.
    domain.watches.withLock { $0 = [] }
    let events = Mutex<[String]>([])
    let watch = domain.observe { event in
      events.withLock { $0 += event.changes.map { "\(event.source.rawValue) \($0.key)" } }
    }
    try DomainToolRun.run(place, "set", DomainPlace.name, "a", "theirs")
    #expect(eventually { events.withLock { $0 } == ["process a"] })
    #expect(domain.value(for: "a")?.value == .string("theirs"))
    try domain.set(.integer(1), for: "b")
    #expect(place.stored.count == 2)
    withExtendedLifetime(watch) {}
    #expect(
      try place.domain(watching).staleFlags.load(ordering: .relaxed) & StaleFlags.polls == 0,
      "a local disk isn't polled")
  }

  @Test func `a file system without locks is an error, and nothing is written`() throws {
    var fileSystem = FileSystem.live
    fileSystem.lock = { _, _ in throw SystemError(ENOLCK) }
    let domain = try place.domain(fileSystem: fileSystem)
    let error = #expect(throws: DomainError.self) { try domain.set(.integer(1), for: "a") }
    #expect(error?.exitCode == 5)
    #expect(error?.message.contains("doesn't support locks") == true)
    #expect(place.read() == nil)
  }

  @Test func `without a watch, a read checks the file`() throws {
    let domain = try place.domain(watching)
    domain.staleFlags.bitwiseOr(StaleFlags.polls, ordering: .releasing)
    domain.watches.withLock { $0 = [] }
    try DomainToolRun.run(place, "set", DomainPlace.name, "a", "theirs")
    #expect(eventually { domain.value(for: "a")?.value == .string("theirs") })
  }

  @Test func `many changes by another process are reported one by one, in order`() throws {
    let follower = try DomainToolRun(place, ["follow", DomainPlace.name])
    #expect(follower.line() == "ready")
    let domain = try place.domain()
    var delays: [Int] = []
    for number in 0..<(DomainProcessesTests.isLong ? 100 : 20) {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      try domain.set(.string("\(number)"), for: "a")
      let written = time.tv_sec * 1_000_000 + time.tv_nsec / 1000
      let words = try #require(follower.line()).split(separator: " ")
      #expect(words.dropFirst() == ["process", "a", "\(number)"])
      delays.append((Int(words[0]) ?? .max) - written)
    }
    // Print the delay without a limit in normal runs, because they must not depend on timing.
    let median = delays.sorted()[delays.count / 2]
    print("seen by another process after \(median) us at the median")
    if DomainProcessesTests.isLong { #expect(median < 100_000) }
    follower.closeInput()
    #expect(follower.wait() == 0)
  }

  static let hasTracer = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  @Test(.enabled(if: hasTracer))
  func `a hundred thousand reads and an idle wait make no system calls`() throws {
    // Write the trace to an unrelated folder, because a write above the watched folders would wake
    // the thread.
    let elsewhere = try DomainPlace()
    let trace = elsewhere.root + "/trace"
    let run = try DomainToolRun(
      place, ["idle", DomainPlace.name, "a"], under: ["/usr/bin/strace", "-f", "-o", trace])
    try #require(run.line() == "ready")
    Thread.sleep(forTimeInterval: 0.3)
    run.closeInput()
    run.wait()
    let lines = String(decoding: place.read(trace) ?? Data(), as: UTF8.self).split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.contains("close(-101)") })
    let end = try #require(lines.firstIndex { $0.contains("close(-102)") })
    #expect(end == start + 1, "\(lines[start...end].joined(separator: "\n"))")
    // After “ready”, the only call is the end of the wait for input.
    let ready = try #require(lines.firstIndex { $0.contains("\"ready\\n\"") })
    let waiting = lines[(ready + 1)..<start]
    // The trace also contains the calls of the exit, split over two lines each. Polling would add
    // ten calls per check.
    #expect(waiting.count < 40, "\(waiting.joined(separator: "\n"))")
  }
}

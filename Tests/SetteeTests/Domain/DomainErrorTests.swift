import Foundation
import Settee
import SetteeTestSupport
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests failing system calls with the errors that real disks report.
@Suite struct DomainErrorTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private static let text = DomainPlace.plist("<key>value</key><string>old</string>")
  private static let change: ChangeSet = ["value": .string("new")]

  /// A file system in which one call fails, or all calls from a given number on.
  private final class Failing: Sendable {
    let count = Atomic<Int>(0)
    let failing = Atomic<Int>(-1)

    func fileSystem(_ code: Int32, once: Bool) -> FileSystem {
      FileSystem.live.replaced { [self] call, _, body in
        let number = count.wrappingAdd(1, ordering: .relaxed).oldValue
        let target = failing.load(ordering: .relaxed)
        if target >= 0, once ? number == target : number >= target, call != "close" {
          throw SystemError(code)
        }
        try body()
      }
    }
  }

  @Test(arguments: [ENOSPC, EIO, EACCES, EROFS, EDQUOT, EMFILE])
  func `after any failed call, the file has the old or the new content`(code: Int32) throws {
    let failing = Failing()
    let fileSystem = failing.fileSystem(code, once: true)
    var failures = 0
    for number in 0..<200 {
      try place.write(Self.text)
      failing.failing.store(-1, ordering: .relaxed)
      let domain = try place.domain(fileSystem: fileSystem)
      failing.count.store(0, ordering: .relaxed)
      failing.failing.store(number, ordering: .relaxed)
      do {
        try domain.apply(Self.change)
        #expect(place.stored["value"] as? String == "new", "call \(number)")
        if failing.count.load(ordering: .relaxed) <= number { break }
      } catch let error as DomainError {
        failures += 1
        let reason = String(cString: strerror(code)).lowercased()
        #expect(error.message.lowercased().contains(reason), "call \(number): \(error)")
        #expect(error.message.contains(place.root), "call \(number) names no path: \(error)")
        #expect(error.code == .io)
        // Only the sync of the folder can fail after the new content is in place.
        let isNew = place.stored["value"] as? String == "new"
        let isOld = place.stored["value"] as? String == "old"
        #expect(isOld || (isNew && error.message.contains("sync")), "call \(number): \(error)")
      }
      #expect(!place.names.contains { $0.hasSuffix(".new") }, "call \(number) left a file behind")
    }
    #expect(failures > 8, "only \(failures) calls of a commit can fail")
  }

  @Test func `an interrupted call is repeated`() throws {
    let isInterrupted = Mutex<[String: Int]>([:])
    let fileSystem = FileSystem.live.replaced { call, _, body in
      let times = isInterrupted.withLock { counts in
        counts[call, default: 0] += 1
        return counts[call] ?? 0
      }
      if times % 2 == 1, call != "close" { throw SystemError(EINTR) }
      try body()
    }
    try place.write(Self.text)
    try place.domain(fileSystem: fileSystem).apply(Self.change)
    #expect(place.stored["value"] as? String == "new")
  }

  @Test func `partial writes are continued`() throws {
    var fileSystem = FileSystem.live
    fileSystem.write = { file, buffer in
      try FileSystem.live.write(file, UnsafeRawBufferPointer(rebasing: buffer.prefix(7)))
    }
    try place.domain(fileSystem: fileSystem).apply([
      "long": .string(String(repeating: "long ", count: 99))
    ])
    #expect((place.stored["long"] as? String)?.count == 495)
  }

  @Test func `a file whose access control list can't be kept is not replaced`() throws {
    try place.write(Self.text)
    var fileSystem = FileSystem.live
    fileSystem.attributes = { _ in [FileSystem.accessList] }
    // Return a different list for each open file, so that Settee has to copy it.
    fileSystem.attribute = { file, _ in [UInt8(truncatingIfNeeded: file)] }
    fileSystem.setAttribute = { _, _, _ in throw SystemError(EPERM) }
    let error = #expect(throws: DomainError.self) {
      try place.domain(fileSystem: fileSystem).apply(Self.change)
    }
    #expect(error?.message.contains("preserve the attribute system.posix_acl_access of") == true)
    #expect(place.stored["value"] as? String == "old")
    #expect(!place.names.contains { $0.hasSuffix(".new") })
  }

  @Test func `a disk that becomes full during a write keeps the old file`() throws {
    try place.write(Self.text)
    var fileSystem = FileSystem.live
    let budget = Atomic<Int>(40)
    fileSystem.write = { file, buffer in
      let left = budget.load(ordering: .relaxed)
      guard left > 0 else { throw SystemError(ENOSPC) }
      budget.store(0, ordering: .relaxed)
      return try FileSystem.live.write(file, UnsafeRawBufferPointer(rebasing: buffer.prefix(left)))
    }
    let error = #expect(throws: DomainError.self) {
      try place.domain(fileSystem: fileSystem).apply(Self.change)
    }
    #expect(error?.message.contains("free up space") == true)
    #expect(place.stored["value"] as? String == "old")
  }

  @Test func `a real file size limit doesn't kill the process and keeps the old file`() throws {
    try place.write(Self.text)
    let run = try DomainToolRun(place, ["limit", DomainPlace.name, "4096"])
    #expect(run.wait() == 5)
    #expect(run.complaint.contains(place.file))
    #expect(place.stored["value"] as? String == "old")
  }

  /// Whether a test can mount a file system in a mount namespace.
  private static let mayMount =
    (try? RunningProcess(["/usr/bin/unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]))?
    .end().code == 0

  @Test func `a disk that is really full keeps the old file`() throws {
    guard Self.mayMount else {
      print("NOTE: no file system can be mounted here, so no full disk was tried.")
      return
    }
    let script = """
      mount -t tmpfs -o size=128k tmpfs "$HOME/.config" || exit 99
      "$0" set "$1" value old || exit 98
      head -c 1000000 /dev/zero >"$HOME/.config/filler" 2>/dev/null
      "$0" set "$1" value "$(head -c 60000 /dev/zero | tr '\\0' x)"; echo "code $?"
      ls -A "$HOME/.config"; cat "$HOME/.config/$1.plist"
      rm "$HOME/.config/filler"; "$0" set "$1" value new; echo "code $?"
      """
    let run = try DomainToolRun(
      place, [DomainPlace.name], under: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script])
    let (output, complaint) = (run.rest, run.complaint)
    #expect(run.wait() == 0)
    #expect(output.hasPrefix("code 5\n") && output.hasSuffix("code 0\n"), "\(output)")
    #expect(output.contains("<string>old</string>"), "\(output)")
    #expect(!output.contains(".new"), "a file was left behind: \(output)")
    #expect(complaint.contains(place.file) && complaint.contains("free up space"), "\(complaint)")
  }

  @Test(arguments: ["openUnnamed", "link"], [ENOSPC, EOPNOTSUPP, EPERM, EINTR])
  func `without unnamed files, a temporary file is named before it is written`(
    failing: String, code: Int32
  ) throws {
    try place.write(Self.text)
    let fileSystem = FileSystem.live.replaced { call, _, body in
      if call == failing { throw SystemError(code) }
      try body()
    }
    try place.domain(fileSystem: fileSystem).apply(Self.change)
    #expect(place.stored["value"] as? String == "new")
    #expect(!place.names.contains { $0.hasSuffix(".new") })
  }

  @Test func `the file is synced before the rename and the folder after it`() throws {
    let log = Mutex<[String]>([])
    let fileSystem = FileSystem.live.replaced { call, path, body in
      try body()
      log.withLock {
        $0.append(path.isEmpty ? call : "\(call) \((path as NSString).lastPathComponent)")
      }
    }
    let domain = try place.domain(fileSystem: fileSystem)
    try domain.apply(Self.change)
    log.withLock { $0 = [] }
    try domain.apply(["value": .string("newer")])
    let calls = log.withLock { $0 }
    let name = ".\(DomainPlace.name).plist."
    let temporary = try #require(
      calls.firstIndex { ["open \(name)", "openUnnamed \(name)"].contains(where: $0.hasPrefix) })
    let write = try #require(calls.firstIndex(of: "write"))
    let sync = try #require(calls.firstIndex(of: "sync"))
    let rename = try #require(calls.firstIndex(of: "rename \(DomainPlace.name).plist"))
    let folder = try #require(calls[rename...].firstIndex(of: "sync"))
    let copy = try #require(calls.firstIndex(of: "writeAt"))
    #expect(temporary < write && write < sync && sync < rename && rename < folder && folder < copy)
    #expect(calls.filter { $0 == "sync" }.count == 2, "more syncs than necessary: \(calls)")
  }
}

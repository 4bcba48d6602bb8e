import Foundation
import Settee
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests corrupt or unusual files at the path of the user's file.
///
/// No data may be lost, nothing may hang, and the error must be clear.
@Suite struct DomainCorruptionTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private func makeGoodCopy() throws {
    try place.domain().apply(["a": .integer(1), "b": .string("b")])
  }

  @Test(arguments: ["", "garbage ((", "<plist><dict><key>a</key>", "<plist><array/></plist>"])
  func `a corrupt file is read from the backup, and the next change repairs it`(
    text: String
  ) throws {
    try makeGoodCopy()
    try place.write(text)
    let names = place.names
    let domain = try place.domain()
    #expect(domain.value(for: "a")?.value == .integer(1))
    #expect(domain.standsOnGoodCopy)
    try domain.reload()
    #expect(domain.issues.map(\.kind) == [.damaged])
    #expect(place.read() == Data(text.utf8) && place.names == names)
    try domain.set(.integer(2), for: "a")
    #expect(place.stored as NSDictionary == ["a": 2, "b": "b"])
    #expect(domain.issues.map(\.kind) == [.damaged, .restored] && !domain.standsOnGoodCopy)
    let kept = place.read(place.file + ".corrupt-1")
    #expect(kept == (text.isEmpty ? nil : Data(text.utf8)))
  }

  @Test func `an empty change repairs the file and reports the restored values`() throws {
    try makeGoodCopy()
    try place.write("garbage ((")
    let heard = Mutex<[PropertyListDictionary]>([])
    let file = place.file
    var observer = CommitObserver()
    observer.restored = { values in
      // The observer runs before the file is replaced, so that cloud sync can record the restored
      // values first.
      #expect(FileManager.default.contents(atPath: file) == Data("garbage ((".utf8))
      heard.withLock { $0.append(values) }
    }
    let domain = try place.domain()
    let watch = domain.observeCommits(observer)
    try domain.repair()
    try domain.repair()
    withExtendedLifetime(watch) {}
    #expect(heard.withLock { $0 } == [["a": .integer(1), "b": .string("b")]])
    #expect(place.stored as NSDictionary == ["a": 1, "b": "b"])
    #expect(place.read(place.file + ".corrupt-1") == Data("garbage ((".utf8))
  }

  @Test func `the next change moves a corrupt file without a backup aside`() throws {
    try place.write("garbage ((")
    let domain = try place.domain()
    #expect(domain.issues.map(\.kind) == [.damaged])
    #expect(place.read() == Data("garbage ((".utf8))
    try domain.set(.integer(1), for: "a")
    #expect(place.stored as NSDictionary == ["a": 1])
    #expect(place.read(place.file + ".corrupt-1") == Data("garbage ((".utf8))
    try place.write("other ((")
    try domain.set(.integer(2), for: "b")
    #expect(place.stored as NSDictionary == ["a": 1, "b": 2])
    #expect(place.read(place.file + ".corrupt-2") == Data("other ((".utf8))
  }

  @Test func `an empty file without a backup is reported, and the next change fills it`() throws {
    try place.write("")
    let domain = try place.domain()
    try domain.reload()
    #expect(domain.issues.map(\.kind) == [.damaged])
    #expect(domain.issues.first?.message.contains("it is empty") == true)
    #expect(place.read() == Data() && !domain.standsOnGoodCopy)
    try domain.set(.integer(1), for: "a")
    #expect(place.stored as NSDictionary == ["a": 1])
    #expect(domain.issues.map(\.kind) == [.damaged])
  }

  @Test func `a corrupt file behind a link is not repaired`() throws {
    try makeGoodCopy()
    try FileManager.default.removeItem(atPath: place.file)
    let target = place.root + "/home/target"
    try place.write("garbage ((", to: "home/target")
    try FileManager.default.createSymbolicLink(atPath: place.file, withDestinationPath: target)
    let domain = try place.domain()
    #expect(domain.value(for: "a")?.value == .integer(1))
    let error = #expect(throws: DomainError.self) { try domain.set(.integer(2), for: "a") }
    #expect(error?.message.contains("it is a symlink; repair or remove \(target)") == true)
    #expect(place.read(target) == Data("garbage ((".utf8))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: place.root + "/home").filter {
        $0.contains("corrupt")
      }.isEmpty)
  }

  @Test func `corruption found during a commit loses neither the backup nor the change`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    try place.write("garbage ((")
    try domain.apply(["b": .integer(2)])
    #expect(place.stored as NSDictionary == ["a": 1, "b": 2])
    #expect(place.read(place.file + ".corrupt-1") == Data("garbage ((".utf8))
  }

  @Test func `a missing file is a reset, not corruption`() throws {
    try makeGoodCopy()
    try FileManager.default.removeItem(atPath: place.file)
    let domain = try place.domain()
    #expect(domain.value(for: "a") == nil)
    #expect(domain.issues.isEmpty)
  }

  @Test func `an edit by another program is restored after corruption if it was seen`() throws {
    try makeGoodCopy()
    let domain = try place.domain(DomainOptions(watches: true))
    try place.write(DomainPlace.plist("<key>a</key><integer>5</integer>"))
    try domain.reload()
    try place.write("garbage ((")
    try domain.reload()
    #expect(domain.value(for: "a")?.value == .integer(5))
    // Another program wrote this version, so it may lack committed values, and the backup is marked
    // as seen.
    let copies = (1...2).compactMap { place.read("\(place.state)/user.last-good-\($0)") }
    #expect(copies.contains { String(decoding: $0.prefix(96), as: UTF8.self).contains(" seen") })
    try domain.repair()
    #expect(place.stored as NSDictionary == ["a": 5])
  }

  @Test func `a partially written file is never kept as a backup`() throws {
    try makeGoodCopy()
    let domain = try place.domain(DomainOptions(watches: true))
    try place.write("")
    try place.write("<plist")
    try domain.reload()
    try domain.repair()
    #expect(place.stored as NSDictionary == ["a": 1, "b": "b"])
  }

  @Test func `a truncated backup is skipped in favor of the older one`() throws {
    let domain = try place.domain()
    for number in 1...3 { try domain.apply(["a": .integer(Int64(number))]) }
    let slots = (1...2).map { "\(place.state)/user.last-good-\($0)" }
    let newest = slots.first {
      String(decoding: place.read($0) ?? Data(), as: UTF8.self).contains("<integer>3<")
    }
    let path = try #require(newest)
    var bytes = try #require(place.read(path))
    bytes[bytes.count - 30] ^= 1
    try bytes.write(to: URL(fileURLWithPath: path))
    try place.write("")
    #expect(try place.domain().value(for: "a")?.value == .integer(2))
  }

  @Test(arguments: ["directory", "fifo", "socket", "device", "loop"])
  func `a path that isn't a regular file is left alone`(kind: String) throws {
    try makeGoodCopy()
    try FileManager.default.removeItem(atPath: place.file)
    switch kind {
    case "directory":
      try FileManager.default.createDirectory(
        atPath: place.file, withIntermediateDirectories: false)
    case "fifo": #expect(mkfifo(place.file, 0o600) == 0)
    case "socket": try makeSocket()
    case "device":
      try FileManager.default.createSymbolicLink(
        atPath: place.file, withDestinationPath: "/dev/null")
    default:
      try FileManager.default.createSymbolicLink(
        atPath: place.file, withDestinationPath: place.file)
    }
    let error = #expect(throws: DomainError.self) { try place.domain() }
    #expect(error?.exitCode == 5)
    #expect(error?.message.contains(place.file) == true, "\(String(describing: error))")
    #expect(!place.names.contains { $0.contains("corrupt") })
  }

  @Test func `a file that exceeds the size limit is not read`() throws {
    try place.write("")
    #expect(truncate(place.file, 1 << 30) == 0)
    let error = #expect(throws: DomainError.self) { try place.domain() }
    #expect(error?.message.contains("limit") == true)
    #expect(!place.names.contains { $0.contains("corrupt") })
  }

  @Test func `a dangling link is a missing file, and its target is created`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.file, withDestinationPath: place.root + "/home/target.plist")
    let domain = try place.domain()
    try domain.set(.integer(1), for: "a")
    #expect(place.read(place.root + "/home/target.plist") != nil)
    #expect(place.stored["a"] as? Int == 1)
  }

  @Test func `a dangling link into a missing folder is an error`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.file, withDestinationPath: place.root + "/nowhere/target.plist")
    let domain = try place.domain()
    let error = #expect(throws: DomainError.self) { try domain.set(.integer(1), for: "a") }
    #expect(error?.message.contains("/nowhere doesn't exist") == true)
  }

  @Test func `a home without write permission is an error`() throws {
    var fileSystem = FileSystem.live
    fileSystem.makeFolder = { _, _ in throw SystemError(EACCES) }
    try FileManager.default.removeItem(atPath: place.root + "/home")
    let domain = try place.domain(fileSystem: fileSystem)
    let error = #expect(throws: DomainError.self) { try domain.set(.integer(1), for: "a") }
    #expect(error?.message.contains("Permission denied") == true)
  }

  @Test func `a file without read permission is left alone`() throws {
    try makeGoodCopy()
    var fileSystem = FileSystem.live
    let file = place.file
    fileSystem.open = { path, flags, mode in
      if path == file { throw SystemError(EACCES) }
      return try FileSystem.live.open(path, flags, mode)
    }
    let error = #expect(throws: DomainError.self) { try place.domain(fileSystem: fileSystem) }
    #expect(error?.exitCode == 5)
    #expect(!place.names.contains { $0.contains("corrupt") })
  }

  /// The command prefix that drops root privileges, or nil if setpriv isn't installed.
  private static let withoutRoot: [String]? = {
    if geteuid() != 0 { return [] }
    let program = "/usr/bin/setpriv"
    guard FileManager.default.isExecutableFile(atPath: program) else {
      print("NOTE: there is no setpriv, so files that their owner may not read were not tried.")
      return nil
    }
    return [program, "--reuid=65534", "--regid=65534", "--clear-groups"]
  }()

  /// Drops root privileges because root can read every file.
  @Test(arguments: [0o200, 0o000]) func `a file that its owner can't read is kept`(
    mode: Int
  ) throws {
    guard let words = Self.withoutRoot else { return }
    try makeGoodCopy()
    let before = try #require(place.read())
    if geteuid() == 0 {
      let names = try FileManager.default.subpathsOfDirectory(atPath: place.root)
      for name in [""] + names { #expect(lchown("\(place.root)/\(name)", 65534, 65534) == 0) }
    }
    #expect(chmod(place.file, mode_t(mode)) == 0)
    let run = try DomainToolRun(place, ["set", DomainPlace.name, "a", "new"], under: words)
    let complaint = run.complaint
    #expect(run.wait() == 5, "\(complaint)")
    #expect(complaint.contains("Can't open \(place.file): Permission denied"), "\(complaint)")
    #expect(!place.names.contains { $0.contains("corrupt") }, "\(place.names)")
    #expect(chmod(place.file, 0o600) == 0)
    #expect(place.read() == before)
    let again = try DomainToolRun(place, ["set", DomainPlace.name, "a", "new"], under: words)
    #expect(again.wait() == 0, "\(again.complaint)")
    #expect(place.stored["a"] as? String == "new")
  }

  private func makeSocket() throws {
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Bind to a short path and move the socket, because the length of a socket path is limited.
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "/tmp/\(getpid()).s".utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0)
    try FileManager.default.moveItem(atPath: "/tmp/\(getpid()).s", toPath: place.file)
  }
}

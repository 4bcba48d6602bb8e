import Foundation
import Settee
import Testing

/// What was changed, by whom, and taking it back.
@Suite struct DomainHistoryTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  @Test func `the history tells what changed, and survives the process`() throws {
    try place.domain().apply(["a": .integer(1), "b": .string("x")])
    let history = try place.domain().history()
    #expect(history.map(\.key) == ["a", "b"])
    #expect(history.map(\.new) == [.integer(1), .string("x")])
    #expect(history.allSatisfy { $0.process == getpid() && !$0.user.isEmpty })
  }

  @Test func `undo takes back one commit after the other`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    try domain.apply(["a": .integer(2), "b": .integer(3)])
    #expect(try domain.undo().map(\.key).sorted() == ["a", "b"])
    #expect(place.stored as NSDictionary == ["a": 1])
    try domain.undo()
    #expect(place.stored.isEmpty)
    let error = #expect(throws: DomainError.self) { try domain.undo() }
    #expect(error?.kind == .missing)
  }

  @Test func `undo of one key leaves the others of its commit`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1), "b": .integer(1)])
    try domain.undo("a")
    #expect(place.stored as NSDictionary == ["b": 1])
    try domain.undo()
    #expect(place.stored.isEmpty)
  }

  @Test func `undo refuses where the value has changed since`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)])
    try place.write(DomainPlace.plist("<key>a</key><integer>9</integer>"))
    let error = #expect(throws: DomainError.self) { try domain.undo() }
    #expect(error?.exitCode == 6)
    #expect(place.stored as NSDictionary == ["a": 9])
  }

  @Test func `a secret is in the plist and its good copies alone, and undone only in its session`()
    throws
  {
    let options = DomainOptions(secrets: ["token"], watches: false)
    let domain = try place.domain(options)
    try domain.apply(["token": .string("hunter2")])
    try domain.apply(["token": .string("hunter3")])
    let history = place.read(place.state + "/history") ?? Data()
    #expect(!history.isEmpty)
    var holders: Set<String> = []
    for case let name as String in try #require(FileManager.default.enumerator(atPath: place.root))
    {
      let bytes = place.read(place.root + "/" + name) ?? Data()
      guard bytes.range(of: Data("hunter".utf8)) != nil else { continue }
      let file = name.split(separator: "/").last.map(String.init) ?? name
      holders.insert(file)
    }
    #expect(holders == ["\(DomainPlace.name).plist", "user.last-good-1", "user.last-good-2"])
    #expect(try domain.history().allSatisfy { $0.isSecret && $0.old == nil && $0.new == nil })
    let error = #expect(throws: DomainError.self) { try place.domain(options).undo() }
    #expect(error?.exitCode == 1)
    try domain.undo()
    #expect(place.stored as NSDictionary == ["token": "hunter2"])
  }

  @Test func `a secret stays one for those who do not know its declaration`() throws {
    try place.domain(DomainOptions(secrets: ["token"], watches: false))
      .apply(["token": .string("hunter2"), "name": .string("x")])
    let bare = try place.domain()
    #expect(bare.isSecret("token"))
    #expect(!bare.isSecret("name"))
    try bare.apply(["token": .string("hunter3")])
    #expect(try bare.history().filter { $0.key == "token" }.allSatisfy { $0.isSecret })
    #expect(
      !String(decoding: place.read(place.state + "/history") ?? Data(), as: UTF8.self).isEmpty)
    #expect(place.read(place.state + "/secrets.plist").map { $0.count } ?? 0 > 0)
  }

  @Test func `a secret that another program wrote is remembered when it is seen`() throws {
    try place.write(DomainPlace.plist("<key>token</key><string>hunter2</string>"))
    _ = try place.domain(DomainOptions(secrets: ["token"], watches: false))
    #expect(try place.domain().isSecret("token"))
    #expect(try place.domain().isSecret(LeafPath("token", "inner")))
  }

  @Test func `where nothing secret is stored nothing is remembered`() throws {
    _ = try place.domain(DomainOptions(secrets: ["token"], watches: false))
    #expect(place.read(place.state + "/secrets.plist") == nil)
  }

  @Test func `the history is bounded, and a torn line is passed over`() throws {
    let domain = try place.domain()
    for number in 0..<40 {
      let text = String(repeating: "x", count: 9000)
      try domain.apply(["a": .string("\(number)" + text)])
    }
    let path = place.state + "/history"
    #expect((place.read(path)?.count ?? 0) < 300_000)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("\n123 torn".utf8))
    try file.close()
    try domain.apply(["b": .integer(1)])
    #expect(try domain.history().last?.key == "b")
  }
}

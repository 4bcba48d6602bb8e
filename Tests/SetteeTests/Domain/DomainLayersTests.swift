import Foundation
import Settee
import Synchronization
import Testing

@testable import SetteeFiles
@testable import SetteeStorage

/// Tests the precedence and the names of layers.
@Suite struct DomainLayersTests {
  let place: DomainPlace

  init() throws { place = try DomainPlace() }

  private static let name = DomainPlace.name

  /// The origin and path of each layer, from the highest precedence to the lowest.
  static let places: [(origin: SettingOrigin, path: String?)] = [
    (.managed, "root/etc/settee/managed/\(name).d/20-b.plist"),
    (.managed, "root/etc/settee/managed/\(name).d/10-a.plist"),
    (.managed, "root/etc/settee/managed/\(name).plist"),
    (.argument, nil),
    (.environment, nil),
    (.user, "home/.config/ByHost/\(name)..plist"),
    (.user, "home/.config/\(name).plist"),
    (.suite, "home/.config/ByHost/org.example.suite..plist"),
    (.suite, "home/.config/org.example.suite.plist"),
    (.global, "home/.config/ByHost/.GlobalPreferences..plist"),
    (.global, "home/.config/.GlobalPreferences.plist"),
    (.site, "root/usr/local/etc/ByHost/\(name).plist"),
    (.site, "root/usr/local/etc/\(name).plist"),
    (.site, "root/usr/local/etc/org.example.suite.plist"),
    (.site, "root/usr/local/etc/ByHost/.GlobalPreferences.plist"),
    (.site, "root/usr/local/etc/.GlobalPreferences.plist"),
    (.default, nil),
  ]

  @Test func `layers have the documented precedence, and every value has its origin`() throws {
    var options = DomainOptions(suites: [try DomainName("org.example.suite")], watches: false)
    for (index, layer) in Self.places.enumerated() {
      // The key of a layer also exists in all layers with lower precedence.
      let values = (0...index).map { ("k\($0)", PropertyList.integer(Int64(index))) }
      switch layer.origin {
      case .argument: options.arguments = PropertyListDictionary(values)
      case .environment: options.environment = PropertyListDictionary(values)
      case .default: options.registered = PropertyListDictionary(values)
      default:
        let bytes = try PropertyList.dictionary(PropertyListDictionary(values)).xml()
        try place.write(Data(bytes), to: layer.path)
      }
    }
    let domain = try place.domain(options)
    for (index, layer) in Self.places.enumerated() {
      let effective = try #require(domain.value(for: "k\(index)"))
      #expect(effective.origin == layer.origin, "k\(index)")
      #expect(effective.value == .integer(Int64(index)), "k\(index)")
    }
    #expect(domain.everyLayer(at: "k0").map(\.origin) == Self.places.map(\.origin))
  }

  @Test func `an invalid layer is skipped and reported`() throws {
    try place.write("garbage ((", to: "root/usr/local/etc/\(Self.name).plist")
    try place.write("garbage ((", to: "home/.config/.GlobalPreferences.plist")
    let domain = try place.domain()
    #expect(domain.issues.map(\.kind).contains(.passedOver))
    #expect(place.read(place.root + "/home/.config/.GlobalPreferences.plist")?.count == 10)
  }

  @Test func `the site and the managed layer are written to their files`() throws {
    let domain = try place.domain()
    try domain.apply(["a": .integer(1)], to: .site)
    try domain.apply(["b": .integer(2)], to: .managed)
    #expect(domain.value(for: "a")?.origin == .site)
    #expect(domain.value(for: "b")?.origin == .managed)
    let path = place.root + "/root/etc/settee/managed/\(Self.name).plist"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o644)
  }

  @Test func `missing permission for a layer is a separate error`() throws {
    var fileSystem = FileSystem.live
    fileSystem.makeFolder = { _, _ in throw SystemError(EACCES) }
    let domain = try place.domain(fileSystem: fileSystem)
    let error = #expect(throws: DomainError.self) {
      try domain.apply(["a": .integer(1)], to: .site)
    }
    #expect(error?.exitCode == 4)
  }

  @Test func `a lock without permission is missing permission for the layer`() throws {
    try place.write("", to: "root/usr/local/etc/other")
    var fileSystem = FileSystem.live
    fileSystem.open = { path, flags, mode in
      if path.hasSuffix(".lock") { throw SystemError(EACCES) }
      return try FileSystem.live.open(path, flags, mode)
    }
    let domain = try place.domain(fileSystem: fileSystem)
    for (layer, code) in [(WritableLayer.site, Int32(4)), (.user, 5)] {
      let error = #expect(throws: DomainError.self) {
        try domain.apply(["a": .integer(2)], to: layer)
      }
      #expect(error?.exitCode == code)
    }
  }

  @Test func `an unreadable managed folder is reported, and its previous values stay in effect`()
    throws
  {
    let folder = "root/etc/settee/managed/\(Self.name).d"
    try place.write(DomainPlace.plist("<key>m</key><true/>"), to: folder + "/10-x.plist")
    let isDenied = Switch()
    var fileSystem = FileSystem.live
    fileSystem.names = { path in
      if path.hasSuffix(".d"), isDenied.isOn.withLock({ $0 }) { throw SystemError(EACCES) }
      return try FileSystem.live.names(path)
    }
    let domain = try place.domain(fileSystem: fileSystem)
    isDenied.isOn.withLock { $0 = true }
    try domain.reload()
    #expect(domain.value(for: "m")?.origin == .managed)
    let sentence = "Can't list \(place.root)/\(folder): "
    for issues in [domain.issues, try place.domain(fileSystem: fileSystem).issues] {
      #expect(issues.map(\.kind) == [.passedOver])
      #expect(issues.first?.message.hasPrefix(sentence + "Permission denied") == true)
    }
    try FileManager.default.removeItem(atPath: place.root + "/" + folder)
    try place.write("", to: folder)
    let issues = try place.domain().issues
    #expect(issues.first?.message.hasPrefix(sentence + "Not a directory; move") == true)
  }

  private final class Switch: Sendable {
    let isOn = Mutex(false)
  }

  @Test func `files that root creates in another user's home belong to that user`() throws {
    guard geteuid() == 0 else { return }
    for folder in ["", "/home", "/home/.config"] { chown(place.root + folder, 1234, 1234) }
    try place.domain().set(.integer(1), for: "a")
    let made = ["home/.config/\(Self.name).plist", "home/.local", "home/.local/state/settee"]
    for path in made {
      let owner =
        try FileManager.default.attributesOfItem(
          atPath: place.root + "/" + path)[.ownerAccountID] as? Int
      #expect(owner == 1234, "\(path)")
    }
  }
}

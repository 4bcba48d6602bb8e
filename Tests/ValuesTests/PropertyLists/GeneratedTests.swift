import Foundation
import SetteeValues
import SetteeTestSupport
import Testing

/// Compares ten thousand random values with Foundation and Python.
@Suite struct GeneratedTests {
  static let seed =
    ProcessInfo.processInfo.environment["SETTEE_SEED"].flatMap { UInt64($0) }
    ?? UInt64.random(in: 0...(.max))

  @Test func `XML equals Foundation's byte for byte, and both read it the same way`() throws {
    try each(5_000) { value in
      let ours = try value.xml()
      let theirs = try Oracle.write(value, .xml)
      guard ours == theirs else {
        #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
        return false
      }
      let back = try PropertyList(reading: ours)
      return try back == Oracle.read(ours)
        && back == value.roundedToSeconds && PropertyListDocument(reading: ours).value == back
    }
  }

  @Test func `binary files of both writers are read the same way by both readers`() throws {
    try each(5_000, seed: Self.seed &+ 1) { value in
      let ours = try value.binary()
      let theirs = try Oracle.write(value, .binary)
      return try PropertyList(reading: ours) == value
        && PropertyListDocument(reading: ours).value == value && Oracle.read(ours) == value
        && PropertyList(reading: theirs) == Oracle.read(theirs)
    }
  }

  @Test(.enabled(if: Python.isThere)) func `Python reads our binary and our XML as the same value`()
    throws
  {
    var generator = Generator(seed: Self.seed)
    let value = PropertyList.array((0..<300).map { _ in generator.value().forPython })
    let fromBinary = try #require(try Python.sortedXML(of: value.binary()))
    let fromXML = try #require(try Python.sortedXML(of: value.xml()))
    #expect(fromBinary == fromXML)
    #expect(try PropertyList(reading: fromBinary) == value)
  }

  private func each(
    _ count: Int, seed: UInt64 = Self.seed, _ holds: (PropertyList) throws -> Bool
  ) rethrows {
    print("SETTEE_SEED=\(Self.seed)")
    var generator = Generator(seed: seed)
    for number in 0..<count {
      let value = number % 2 == 0 ? generator.value() : .dictionary(generator.dictionary())
      guard try !holds(value) else { continue }
      Issue.record("value \(number) of SETTEE_SEED=\(Self.seed): \(value)")
      return
    }
  }
}

extension PropertyList {
  /// The value with whole seconds in dates and without negative zeros, as in XML.
  var roundedToSeconds: PropertyList {
    switch self {
    case .date(let moment):
      .date(
        Date(timeIntervalSinceReferenceDate: moment.timeIntervalSinceReferenceDate.rounded(.down)))
    case .array(let values): .array(values.map(\.roundedToSeconds))
    case .dictionary(let values):
      .dictionary(PropertyListDictionary(values.map { ($0.key, $0.value.roundedToSeconds) }))
    default: self
    }
  }

  /// The value restricted to what Python supports.
  ///
  /// Python's XML parser and dates support no control characters, only the years 1 to 9999, and no
  /// negative zero.
  fileprivate var forPython: PropertyList {
    switch self {
    case .date: .date(Date(timeIntervalSinceReferenceDate: 0))
    case .string(let text): .string(text.forPython)
    case .real(let number): number.isFinite && number != 0 ? self : .real(0.25)
    case .array(let values): .array(values.map(\.forPython))
    case .dictionary(let values):
      .dictionary(PropertyListDictionary(values.map { ($0.key.forPython, $0.value.forPython) }))
    default: self
    }
  }
}

extension String {
  fileprivate var forPython: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { $0.value >= 0x20 && !(0xFFFE...0xFFFF).contains($0.value) }))
  }
}

/// Python's plistlib, if Python is installed.
enum Python {
  static let isThere = (try? sortedXML(of: Array("<plist><dict/></plist>".utf8))) != nil

  static func sortedXML(of bytes: [UInt8]) throws -> [UInt8]? {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(bytes).write(to: file)
    let script = """
      import plistlib,sys
      sys.stdout.buffer.write(plistlib.dumps(plistlib.load(open(sys.argv[1],'rb'))))
      """
    let run = try RunningProcess(["/usr/bin/env", "python3", "-c", script, file.path]).end()
    return run.code == 0 ? Array(run.out.utf8) : nil
  }
}

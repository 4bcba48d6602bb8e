import Foundation
import SetteeValues
import Testing

/// Verifies that malicious and truncated files cause an error, and never a crash, a hang, or high
/// memory use.
@Suite struct HostilePropertyListTests {
  @Test(arguments: [
    "<plist><array>" + String(repeating: "<array>", count: 100_000),
    "<plist>" + String(repeating: "<dict><key>a</key>", count: 100_000),
    String(repeating: "(", count: 100_000), String(repeating: "{a=", count: 100_000),
    "a = " + String(repeating: "(", count: 100_000),
  ])
  func `nesting is limited`(text: String) {
    let error = refusal(of: Array(text.utf8))
    #expect(error?.message.contains("512") == true, "\(String(describing: error))")
  }

  @Test func `the nesting limit equals Foundation's`() throws {
    let levels = 512
    let text =
      String(repeating: "<array>", count: levels) + String(repeating: "</array>", count: levels)
    let value = try PropertyList(reading: Array(text.utf8))
    #expect(try PropertyList(reading: value.xml()) == value)
    #expect(try PropertyList(reading: value.binary()) == value)
    #expect(throws: ParseError.self) { try PropertyList.array([value]).xml() }
    #expect(throws: ParseError.self) { try PropertyList.array([value]).binary() }
  }

  @Test func `a file that exceeds the size limit is not read`() {
    let error = refusal(of: Array("<plist><true/></plist>".utf8), limits: .init(bytes: 10))
    #expect(error?.message == "the file has 22 bytes; the limit is 10")
  }

  @Test func `entity definitions are rejected`() {
    let error = refusal(
      of: Array("<!DOCTYPE plist [<!ENTITY a \"aaaa\">]><plist><string>&a;</string></plist>".utf8))
    #expect(error?.place == .text(line: 1, column: 17))
    #expect(error?.message == "definitions in the DOCTYPE aren't allowed; remove them")
  }

  @Test func `a circular reference is rejected`() {
    #expect(refusal(of: binary([[0xA1, 0x00]]))?.message == "circular reference")
    #expect(
      refusal(of: binary([[0xA1, 0x01], [0xA1, 0x00]]))?.message == "circular reference")
  }

  @Test func `the first of duplicate keys in a binary file is used, as in Foundation`() throws {
    let file = binary([[0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]])
    let document = try PropertyListDocument(reading: file)
    #expect(document.value == Oracle.read(file))
    #expect(document.value == ["a": 1])
    #expect(document.root["a"]?.place == .offset(15))
    #expect(document.notes.map(\.kind) == [.duplicateKey("a", isSame: false)])
  }

  @Test func `shared objects that expand without limit are rejected`() {
    // Each array contains the next one eight times, which expands to 8^20 values in 200 bytes.
    let arrays = (1...20).map {
      [UInt8](arrayLiteral: 0xA8) + [UInt8](repeating: UInt8($0), count: 8)
    }
    let error = refusal(of: binary(arrays + [[0x09]]))
    #expect(
      error?.message.contains("expanded, the file has more than") == true,
      "\(String(describing: error))")
  }

  @Test func `shared objects can't exceed the nesting limit`() {
    // The root lists the arrays from the innermost one outward, so that each has been parsed before
    // it is referred to.
    let chain = (1...60).map { $0 < 60 ? [0xA1, UInt8($0 + 1)] : [0x09] }
    let root: [UInt8] = [0xAF, 0x10, 60] + (1...60).reversed().map { UInt8($0) }
    #expect(refusal(of: binary([root] + chain), limits: .init(depth: 50)) != nil)
    #expect(refusal(of: binary([root] + chain), limits: .init(depth: 60)) == nil)
  }

  @Test(
    arguments: [
      ([[0xA1, 0x05]], 9, "reference to a nonexistent object; there are 1"),
      (
        [[0x5F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], 8,
        "object extends past the end of the objects"
      ),
      (
        [[0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], 8,
        "object extends past the end of the objects"
      ),
      (
        [[0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], 8,
        "object extends past the end of the objects"
      ),
      ([[0xD1, 0x01, 0x01], [0x10, 0x01]], 11, "a key must be a string"),
      (
        [[0xC1, 0x01], [0x09]], 8, "sets aren't supported; use an array"
      ),
      ([[0x00]], 8, "null isn't supported"),
      ([[0x51, 0x80]], 8, "invalid ASCII string"),
      ([[0x61, 0xD8, 0x00]], 8, "unpaired surrogate in a string"),
      ([[0x13, 0x00]], 9, "object extends past the end of the objects"),
      ([[0x70]], 8, "unknown object type 112"),
    ] as [([[UInt8]], Int, String)])
  func `an error in a binary file has its offset`(
    objects: [[UInt8]], offset: Int, message: String
  ) {
    let error = refusal(of: binary(objects))
    #expect(error?.place == .offset(offset))
    #expect(error?.message == message)
  }

  @Test func `a file truncated at any byte is rejected or read in part`() throws {
    let value: PropertyList = [
      "text": "é & <", "list": [1, -1, 2.5, true, .bigInteger(.max)],
      "dict": ["a": .data(Data([1, 2, 3]))],
      "date": .date(Date(timeIntervalSinceReferenceDate: 1)), "uid": .uid(300),
    ]
    let table = "\"a\" = \"b\\U00e9\";\n/* c */ d = (1, <0f>);\n{ e = 'f'; }"
    let files: [[UInt8]] = [
      try value.binary(), try value.xml(), Array(table.utf8),
      [0xFF, 0xFE] + Array(table.utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
    ]
    for file in files {
      for length in 0..<file.count { _ = refusal(of: Array(file[..<length])) }
    }
    for file in files[..<2] {
      for length in 0..<(file.count - 1) where !file[length...].allSatisfy({ $0 == 0x0A }) {
        #expect(refusal(of: Array(file[..<length])) != nil, "\(length) bytes")
      }
    }
  }

  @Test func `a file with any byte changed doesn't crash the readers`() throws {
    let value: PropertyList = [
      "text": "é", "list": [1, 2.5, true], "dict": ["a": .data(Data([1]))],
    ]
    for file in [try value.binary(), try value.xml()] {
      for index in file.indices {
        for byte: UInt8 in [0, 1, 0x0F, 0x3C, 0x7F, 0x80, 0xFF] {
          var changed = file
          changed[index] = byte
          _ = refusal(of: changed)
        }
      }
    }
  }

  @Test(arguments: [1e300, -1e300, .infinity, -.infinity, .nan, 1e19, -1e17, 9.3e18])
  func `a date outside all calendars is valid in binary only`(seconds: Double) throws {
    let value = PropertyList.date(Date(timeIntervalSinceReferenceDate: seconds))
    let back = try PropertyList(reading: value.binary()).date?.timeIntervalSinceReferenceDate
    #expect(back?.bitPattern == seconds.bitPattern)
    #expect(throws: ParseError.self) { try value.xml() }
  }

  @Test func `thousands of consecutive invalid statements cause one note`() throws {
    let table = String(repeating: "a = (1,\n", count: 20_000) + "x = y;\n"
    let document = try PropertyListDocument(reading: Array(table.utf8))
    #expect(document.value == ["x": "y"])
    #expect(document.notes.map(\.kind) == [.skippedStatement])
  }

  /// A binary file stores equal strings once, but the size limit applies to every occurrence when
  /// it is read.
  @Test(arguments: [100, 300]) func `a value that couldn't be read back is not written`(
    count: Int
  ) throws {
    let text = PropertyList.data(Data(count: 1 << 20))
    let value = PropertyList.array(Array(repeating: text, count: count))
    guard let bytes = try? value.binary() else { return #expect(count == 300) }
    #expect(count == 100)
    #expect(try PropertyList(reading: bytes).array?.count == count)
  }

  private func refusal(
    of bytes: [UInt8], limits: PropertyListLimits = .standard
  ) -> ParseError? {
    do {
      let document = try PropertyListDocument(reading: bytes, limits: limits)
      _ = document.notes.map(\.place)
      return nil
    } catch {
      return ParseError(error)
    }
  }

  /// Returns a binary file whose objects refer to each other with single bytes.
  private func binary(_ objects: [[UInt8]]) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(file.count >> 8), UInt8(file.count & 0xFF)]
      file += object
    }
    let table = file.count
    file += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      file += (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
    return file
  }
}

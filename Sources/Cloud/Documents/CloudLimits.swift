import SetteePropertyLists

/// The limits of NSUbiquitousKeyValueStore, counted on encoded bytes and checked before sending.
enum CloudLimits {
  /// How many keys with a value one document may hold.
  private static let keys = 1024
  /// How many bytes all keys and values may take, and so one value.
  private static let total = 1_048_576
  /// How many UTF-8 bytes one key may have.
  private static let key = 64

  /// Refuses a document that is over a limit, naming the key and the size.
  static func check(_ document: CloudDocument) throws(CloudError) {
    // In order, so that the same key is named each time.
    let live = document.values.sorted { $0.key < $1.key }
    var sum = 0
    for (index, (key, value)) in live.enumerated() {
      let size = EncodedSize.of(value)
      let length = key.text.utf8.count
      if length > Self.key {
        throw over("The key '\(key)' has \(length) bytes; the cloud takes keys of \(Self.key).")
      }
      if key.text.unicodeScalars.contains(where: {
        $0.value < 32 || $0.value > 0xFFFD && $0.value < 0x10000
      }) {
        throw over(
          "The key '\(key.text.debugDescription)' has a control character, which no XML holds.")
      }
      if size > total {
        throw over("The value of '\(key)' takes \(size) bytes; the cloud takes \(total) a value.")
      }
      sum += length + size
      if index >= keys {
        throw over(
          "'\(key)' is one key too many: the cloud takes \(keys) and there are \(live.count).")
      }
      if sum > total {
        throw over(
          "With '\(key)' (\(size) bytes) the settings take \(sum) bytes; the cloud takes \(total).")
      }
    }
  }

  private static func over(_ what: String) -> CloudError {
    CloudError(.overLimits, what + " Nothing was sent.")
  }
}

/// How many bytes a value takes in a binary property list.
enum EncodedSize {
  static func of(_ value: PropertyList) -> Int {
    switch value {
    case .boolean: 1
    case .integer(let number): 1 + (number < 0 ? 8 : width(UInt64(number)))
    case .bigInteger: 17
    case .real, .date: 9
    case .uid(let number): 1 + width(number)
    case .data(let data): header(data.count) + data.count
    case .string(let text): string(text)
    case .array(let values):
      header(values.count) + values.reduce(0) { $0 + 2 + of($1) }
    case .dictionary(let dictionary):
      header(dictionary.count)
        + dictionary.entries.reduce(0) { $0 + 4 + string($1.key) + of($1.value) }
    }
  }

  private static func string(_ text: String) -> Int {
    let count = text.utf8.count
    if text.isASCII { return header(count) + count }
    let units = text.utf16.count
    return header(units) + 2 * units
  }

  private static func header(_ count: Int) -> Int { count < 15 ? 1 : 2 + width(UInt64(count)) }

  private static func width(_ number: UInt64) -> Int {
    switch number {
    case ..<0x100: 1
    case ..<0x1_0000: 2
    case ..<0x1_0000_0000: 4
    default: 8
    }
  }
}

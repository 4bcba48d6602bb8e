import SetteeValues

// The size limits of a cloud document are the same as in Apple's `NSUbiquitousKeyValueStore`.
extension CloudDocument {
  /// The maximum number of keys that have a value in the document.
  private static let mostKeys = 1024
  /// The maximum size of all keys and values in the document, in bytes.
  ///
  /// A single value can't be larger than this size either.
  private static let largestTotal = 1_048_576
  /// The maximum length of a key in the document, in UTF-8 bytes.
  private static let longestKey = 64

  /// Throws an error if the document exceeds a size limit of the mirror.
  ///
  /// The error message contains the key and the size.
  func checkLimits() throws {
    // Sort the keys so that the error always names the same key.
    let live = values.sorted { $0.key < $1.key }
    var sum = 0
    for (index, (key, value)) in live.enumerated() {
      let size = Self.size(of: value)
      let length = key.text.utf8.count
      if length > Self.longestKey {
        throw Self.over("The key '\(key)' has \(length) bytes; the limit is \(Self.longestKey).")
      }
      if key.text.unicodeScalars.contains(where: {
        $0.value < 32 || $0.value > 0xFFFD && $0.value < 0x10000
      }) {
        throw Self.over(
          "The key '\(key.text.debugDescription)' contains a control character, which XML can't "
            + "represent."
        )
      }
      if size > Self.largestTotal {
        throw Self.over(
          "The value of '\(key)' takes \(size) bytes; the limit is \(Self.largestTotal).")
      }
      sum += length + size
      if index >= Self.mostKeys {
        throw Self.over(
          "There are \(live.count) keys, but the limit is \(Self.mostKeys); '\(key)' is the first one "
            + "over it."
        )
      }
      if sum > Self.largestTotal {
        throw Self.over(
          "Including '\(key)' (\(size) bytes), the settings take \(sum) bytes; the limit is "
            + "\(Self.largestTotal)."
        )
      }
    }
  }

  private static func over(_ what: String) -> CloudError {
    CloudError(.overLimits, what + " Nothing was sent.")
  }

  /// Returns the number of bytes that a value takes in a binary property list.
  ///
  /// The size is calculated because an encoded property list has a different one: equal values in it
  /// share their bytes, and it has a header and a table of offsets.
  private static func size(of value: PropertyList) -> Int {
    switch value {
    case .boolean: 1
    case .integer(let number): 1 + (number < 0 ? 8 : width(UInt64(number)))
    case .bigInteger: 17
    case .real, .date: 9
    case .uid(let number): 1 + width(number)
    case .data(let data): header(data.count) + data.count
    case .string(let text): size(of: text)
    case .array(let values):
      header(values.count) + values.reduce(0) { $0 + 2 + size(of: $1) }
    case .dictionary(let dictionary):
      header(dictionary.count)
        + dictionary.entries.reduce(0) { $0 + 4 + size(of: $1.key) + size(of: $1.value) }
    }
  }

  private static func size(of text: String) -> Int {
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

/// The name of one stored value: its domain and its key, told apart by code units.
///
/// A bundle may span several domains, so a key alone does not name a value.
struct SettingName: Sendable {
  /// The domain; nil where the bundle names none.
  let domain: String?
  /// The literal key.
  let key: String
}

extension SettingName: Hashable {
  static func == (left: SettingName, right: SettingName) -> Bool {
    isSame(left.key, right.key) && left.domain == right.domain
  }

  /// Whether two keys have the same code units; asked for each row of each frame.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let fast = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { left.elementsEqual($0) }
    }
    return (fast ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var key = key
    key.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

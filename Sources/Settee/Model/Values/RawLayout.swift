/// The widths of the numbers that a ``RawBytes`` struct consists of, in order.
///
/// Exists only when the struct has nothing but numbers and no padding, so that its memory may be
/// written to a file and read back.
struct RawLayout<Value: RawBytes> {
  let widths: [Int]

  /// The layout, or a sentence that names the property that does not fit.
  init() throws(UnstorableValue) {
    // NB: an instance of zeros is only walked by Mirror, never handed on, so that a Bool or an enum
    // in it is found before any byte of a file could become one.
    let zeros = [UInt8](repeating: 0, count: max(MemoryLayout<Value>.size, 1))
    let value = zeros.withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
    var widths: [Int] = []
    try Self.collect(value, named: "\(Value.self)", into: &widths)
    guard widths.reduce(0, +) == MemoryLayout<Value>.size else {
      throw UnstorableValue(
        description: "\(Value.self) cannot be stored as raw bytes: there is padding between its "
          + "properties; order them from wide to narrow")
    }
    self.widths = widths
  }

  /// The value of exactly as many bytes as the struct has.
  func value(from bytes: [UInt8]) -> Value? {
    guard bytes.count == MemoryLayout<Value>.size, !bytes.isEmpty else { return nil }
    return swapped(bytes).withUnsafeBytes { $0.loadUnaligned(as: Value.self) }
  }

  /// The struct's bytes, little end first.
  func bytes(of value: Value) -> [UInt8] {
    swapped(withUnsafeBytes(of: value) { Array($0) })
  }

  /// Turns each number's bytes around on a machine that keeps the big end first.
  private func swapped(_ bytes: [UInt8]) -> [UInt8] {
    #if _endian(big)
      var offset = 0
      return widths.flatMap { width in
        defer { offset += width }
        return bytes[offset..<offset + width].reversed()
      }
    #else
      return bytes
    #endif
  }

  private static func collect(
    _ value: Any, named name: String, into widths: inout [Int]
  ) throws(UnstorableValue) {
    if let number = value as? any FixedWidthInteger {
      widths.append(number.bitWidth / 8)
    } else if value is Float {
      widths.append(4)
    } else if value is Double {
      widths.append(8)
    } else {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .struct, !mirror.children.isEmpty else {
        throw UnstorableValue(
          description: "\(Value.self) cannot be stored as raw bytes: '\(name)' is a "
            + "\(type(of: value)); use fixed-width integers, Float and Double only")
      }
      for child in mirror.children {
        try collect(child.value, named: child.label ?? "?", into: &widths)
      }
    }
  }
}

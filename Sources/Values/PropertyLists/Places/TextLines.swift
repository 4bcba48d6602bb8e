import Synchronization

/// A line index that converts byte offsets in a text file to lines and columns.
///
/// The index is built when the first location is requested.
final class TextLines: Sendable {
  /// The maximum number of bytes to scan for one location, even in very long lines.
  private static let spacing = 512

  private let text: [UInt8]
  /// The lines and columns at every multiple of the spacing.
  private let counted = Mutex<[TextPosition]>([])

  init(_ text: [UInt8]) { self.text = text }

  func place(of offset: Int) -> SourcePlace {
    text.withUnsafeBufferPointer { text in
      let offset = min(offset, text.count)
      let spot = counted.withLock { spots in
        if spots.isEmpty { spots = Self.spots(of: text) }
        return spots[offset / Self.spacing]
      }
      return spot.moved(to: offset, in: text).place
    }
  }

  /// Returns the line and column of a single offset without building an index.
  static func place(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> SourcePlace {
    TextPosition().moved(to: min(offset, text.count), in: text).place
  }

  private static func spots(of text: UnsafeBufferPointer<UInt8>) -> [TextPosition] {
    var spot = TextPosition()
    return stride(from: 0, through: text.count, by: spacing).map { offset in
      spot = spot.moved(to: offset, in: text)
      return spot
    }
  }
}

/// A position in a text file, with its offset, line, and column.
private struct TextPosition {
  private var offset = 0
  private var line = 1
  private var column = 1

  var place: SourcePlace { .text(line: line, column: column) }

  func moved(to end: Int, in text: UnsafeBufferPointer<UInt8>) -> TextPosition {
    var spot = self
    while spot.offset < end {
      if text.endsLine(at: spot.offset) {
        (spot.line, spot.column) = (spot.line + 1, 1)
      } else if text[spot.offset] & 0xC0 != 0x80 {
        spot.column += 1
      }
      spot.offset += 1
    }
    return spot
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns whether a line ends with the byte at an index, which is an LF or a CR without a
  /// following LF.
  fileprivate func endsLine(at index: Int) -> Bool {
    switch self[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == count || self[index + 1] != UInt8(ascii: "\n")
    default: false
    }
  }
}

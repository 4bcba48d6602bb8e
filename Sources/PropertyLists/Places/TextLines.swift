import Synchronization

/// The lines of a text, to turn byte offsets into lines and columns; counted when first asked.
final class TextLines: Sendable {
  /// How many bytes are counted at most for one place, also where all stands on one line.
  private static let spacing = 512

  private let text: [UInt8]
  private let counted = Mutex<[TextSpot]>([])

  init(_ text: [UInt8]) { self.text = text }

  func place(of offset: Int) -> SourcePlace {
    text.withUnsafeBufferPointer { text in
      var spot = counted.withLock { spots in
        if spots.isEmpty {
          var spot = TextSpot()
          spots = stride(from: 0, through: text.count, by: Self.spacing).map { offset in
            spot.move(to: offset, in: text)
            return spot
          }
        }
        return spots[min(offset, text.count) / Self.spacing]
      }
      spot.move(to: offset, in: text)
      return spot.place
    }
  }
}

/// An offset in a text, with its line and its column.
struct TextSpot {
  private var offset = 0
  private(set) var line = 1
  private var column = 1

  var place: SourcePlace { .text(line: line, column: column) }

  init() {}

  /// The one offset of a file that is looked at: that of an error.
  init(_ offset: Int, in text: UnsafeBufferPointer<UInt8>) { move(to: offset, in: text) }

  /// Goes on to an offset that comes later in the text, no further than its end.
  mutating func move(to end: Int, in text: UnsafeBufferPointer<UInt8>) {
    let end = min(end, text.count)
    while offset < end {
      let (byte, next) = (text[offset], offset + 1 < text.count ? text[offset + 1] : 0)
      if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n")) {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      offset += 1
    }
  }
}

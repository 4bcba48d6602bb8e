import Synchronization

/// The lines of a text, to turn byte offsets into lines and columns; worked out when first asked.
final class TextLines: Sendable {
  /// A place that is known: the start of a line, or a spot every so often on a long line.
  private struct Landmark {
    let offset: Int
    let line: Int
    let column: Int
  }

  private static let spacing = 4096

  private let text: [UInt8]
  private let landmarks = Mutex<[Landmark]>([])

  init(_ text: [UInt8]) { self.text = text }

  func place(of offset: Int) -> SourcePlace {
    let known = landmarks.withLock { landmarks in
      if landmarks.isEmpty { landmarks = text.withUnsafeBufferPointer { Self.survey($0) } }
      return Self.last(of: landmarks, notBehind: offset)
    }
    return text.withUnsafeBufferPointer { text in
      let between = UnsafeBufferPointer(rebasing: text[known.offset..<min(offset, text.count)])
      return .text(line: known.line, column: known.column + between.countOfScalars)
    }
  }

  /// The place of one offset, for an error: there is only one in a file.
  static func place(of offset: Int, in text: UnsafeBufferPointer<UInt8>) -> SourcePlace {
    let before = UnsafeBufferPointer(rebasing: text[..<min(offset, text.count)])
    var line = 1
    var lineStart = 0
    for index in before.indices where before.endsLine(at: index) {
      line += 1
      lineStart = index + 1
    }
    let onLine = UnsafeBufferPointer(rebasing: before[lineStart...])
    return .text(line: line, column: onLine.countOfScalars + 1)
  }

  private static func survey(_ text: UnsafeBufferPointer<UInt8>) -> [Landmark] {
    var landmarks = [Landmark(offset: 0, line: 1, column: 1)]
    var line = 1
    var column = 1
    var latest = 0
    var index = 0
    while index < text.count {
      if text.endsLine(at: index) {
        (index, line, column, latest) = (index + 1, line + 1, 1, index + 1)
        landmarks.append(Landmark(offset: latest, line: line, column: column))
      } else {
        if text[index] & 0xC0 != 0x80 { column += 1 }
        index += 1
      }
      guard index - latest >= spacing else { continue }
      latest = index
      landmarks.append(Landmark(offset: latest, line: line, column: column))
    }
    return landmarks
  }

  private static func last(of landmarks: [Landmark], notBehind offset: Int) -> Landmark {
    var low = 0
    var high = landmarks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if landmarks[middle].offset <= offset { low = middle } else { high = middle }
    }
    return landmarks[low]
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var countOfScalars: Int {
    var count = 0
    for byte in self where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Whether a line ends with this byte: LF, or CR without LF.
  fileprivate func endsLine(at index: Int) -> Bool {
    switch self[index] {
    case UInt8(ascii: "\n"): true
    case UInt8(ascii: "\r"): index + 1 == count || self[index + 1] != UInt8(ascii: "\n")
    default: false
    }
  }
}

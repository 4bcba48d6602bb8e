/// An index of the lines of a text file, which converts byte offsets to lines and columns.
///
/// Lines and columns start at 1. Columns count Unicode scalars, and a byte order mark isn't counted.
struct LineIndex: Sendable {
  private let bytes: [UInt8]
  /// The offsets at which lines begin.
  private var starts = [0]
  /// The number of bytes that continue a character, before every multiple of `step`.
  ///
  /// Counting them from the start of a long line for each position would take quadratic time.
  private var continuationCounts = [0]
  private static let step = 4096

  /// Creates the index of a file.
  ///
  /// A CR that no LF follows ends a line only if `lonelyReturnEndsLine` is `true`.
  init(_ bytes: [UInt8], lonelyReturnEndsLine: Bool = false) {
    self.bytes = bytes
    var count = 0
    for (offset, byte) in bytes.enumerated() {
      let next = offset + 1
      let isLonelyReturn = byte == 0x0D && (next == bytes.count || bytes[next] != 0x0A)
      if byte == 0x0A || lonelyReturnEndsLine && isLonelyReturn { starts.append(next) }
      if byte & 0xC0 == 0x80 { count += 1 }
      if next % Self.step == 0 { continuationCounts.append(count) }
    }
  }

  /// The number of lines.
  var count: Int { starts.count }

  /// Returns the offset at which a line begins, or the end of the file for a line after the last one.
  func start(of line: Int) -> Int {
    line > count ? bytes.count : starts[max(line, 1) - 1]
  }

  func line(of offset: Int) -> Int {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low, 1)
  }

  func position(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(offset, bytes.count)
    let line = line(of: offset)
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let start = min(max(starts[line - 1], mark), offset)
    let count =
      offset - start < Self.step
      ? continuations(in: start..<offset)
      : continuations(before: offset) - continuations(before: start)
    return (line, offset - start - count + 1)
  }

  private func continuations(in range: Range<Int>) -> Int {
    bytes[range].count { $0 & 0xC0 == 0x80 }
  }

  /// Returns the number of bytes before an offset that continue a character.
  private func continuations(before offset: Int) -> Int {
    let start = offset / Self.step * Self.step
    return continuationCounts[offset / Self.step] + continuations(in: start..<offset)
  }
}

extension SourcePlace {
  /// Creates the location of a byte offset in a text.
  init(of offset: Int, in lines: LineIndex) {
    let (line, column) = lines.position(of: offset)
    self = .text(line: line, column: column)
  }
}

@testable import SetteeTerminal

/// A terminal emulator for the subset of ANSI sequences that the painter uses.
///
/// It records the colors in which spaces were erased, which other terminals don't report.
struct EmulatedTerminal {
  /// The visible properties of a cell.
  struct Shown: Equatable {
    var text = " "
    var ink = "", surface = ""
    var attributes: Set<Int> = []
  }

  private(set) var rows: [[Shown]]
  private var pen = Shown()
  private var (row, column) = (0, 0)
  private var region: ClosedRange<Int>
  private var last = " "

  init(_ size: Size) {
    rows = Array(repeating: Array(repeating: Shown(), count: size.columns), count: size.rows)
    region = 0...size.rows - 1
  }

  /// The appearance of a cell that is erased with the current style.
  private var erased: Shown { Shown(surface: pen.surface) }

  /// Processes output of the painter, and ignores sequences that aren't part of a frame.
  mutating func take(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\r": column = 0
      case "\n", "\r\n":
        if character == "\r\n" { column = 0 }
        if row == region.upperBound { move(1) } else { row += 1 }
      case "\u{1B}" where rest.first == "[":
        let words = rest.dropFirst().prefix { $0.isASCII && !$0.isLetter }
        rest = rest.dropFirst(words.count + 1)
        let final = rest.popFirst()
        guard words.first != "?" else { continue }
        perform(
          final, words.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
      case "\u{1B}" where rest.first == "]":
        rest = rest.drop { $0 != "\\" }.dropFirst()
      case "\u{1B}":
        if rest.popFirst() == "M" { if row == region.lowerBound { move(-1) } else { row -= 1 } }
      default: write(String(character))
      }
    }
  }

  private mutating func write(_ text: String) {
    last = text
    let wide = text.unicodeScalars.first.map { TextWidth.columns(of: $0) } == 2
    guard rows.indices.contains(row), column < rows[row].count else { return }
    var shown = pen
    shown.text = text
    rows[row][column] = shown
    if wide {
      shown.text = ""
      rows[row][column + 1] = shown
    }
    column += wide ? 2 : 1
  }

  private mutating func perform(_ final: Character?, _ numbers: [Int]) {
    let (first, count) = (numbers.first ?? 0, max(numbers.first ?? 1, 1))
    switch final {
    case "H": (row, column) = (max(first, 1) - 1, max(numbers.dropFirst().first ?? 1, 1) - 1)
    case "G": column = count - 1
    case "C": column += count
    case "J": for row in rows.indices { erase(row, 0..<rows[row].count) }
    case "K": erase(row, column..<rows[row].count)
    case "X": erase(row, column..<min(column + count, rows[row].count))
    case "b": for _ in 0..<count { write(last) }
    case "S": move(count)
    case "T": move(-count)
    case "r": region = max(first, 1) - 1...max(numbers.dropFirst().first ?? rows.count, 1) - 1
    case "m": change(numbers[...])
    default: break
    }
  }

  private mutating func erase(_ row: Int, _ columns: Range<Int>) {
    for column in columns { rows[row][column] = erased }
  }

  private mutating func move(_ distance: Int) {
    let old = rows
    for row in region {
      let source = row + distance
      rows[row] =
        region.contains(source)
        ? old[source] : Array(repeating: erased, count: old[row].count)
    }
  }

  private mutating func change(_ numbers: ArraySlice<Int>) {
    var numbers = numbers
    while let number = numbers.popFirst() {
      switch number {
      case 0: pen = Shown()
      case 22: pen.attributes.remove(1)
      case 24, 27: pen.attributes.remove(number - 20)
      case 30...37: pen.ink = "\(number - 30)"
      case 40...47: pen.surface = "\(number - 40)"
      case 39: pen.ink = ""
      case 49: pen.surface = ""
      case 38, 48:
        let color = numbers.prefix(numbers.first == 2 ? 4 : 2)
        numbers = numbers.dropFirst(color.count)
        let name = color.dropFirst().map(String.init).joined(separator: ".")
        if number == 38 { pen.ink = name } else { pen.surface = name }
      default: pen.attributes.insert(number)
      }
    }
  }
}

extension EmulatedTerminal.Shown {
  /// Creates the appearance of a cell in a palette.
  init(_ cell: Cell, _ palette: Palette) {
    let pen = palette[cell.style]
    text = cell.glyph.text
    surface = Self.name(pen.surface)
    ink = Self.name(pen.ink)
    let all = cell.style.attributes.subtracting(pen.drops).union(pen.adds)
    attributes = Set(
      [(Style.Attributes.bold, 1), (.underline, 4), (.reverse, 7)].compactMap {
        all.contains($0.0) ? $0.1 : nil
      })
  }

  private static func name(_ tint: TerminalColor) -> String {
    switch tint {
    case .own: ""
    case .number(let number): "\(number)"
    case .rgb(let color): "\(color.red).\(color.green).\(color.blue)"
    }
  }

  /// The visible part of the appearance.
  ///
  /// The foreground of a space is visible only if the space is underlined or the colors are
  /// swapped.
  var seen: Self {
    guard text == " ", attributes.isDisjoint(with: [4, 7]) else { return self }
    return Self(surface: surface)
  }
}

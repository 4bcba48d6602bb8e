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
  /// The painter whose features the terminal has.
  private let painter: Painter
  private var pen = Shown()
  private var (row, column) = (0, 0)

  var cursor: Position { Position(row: row, column: column) }
  /// A Boolean value that indicates whether text would be written in the plain style.
  var isPlain: Bool { pen == Shown() }

  init(_ size: Size, painter: Painter = Painter()) {
    rows = Array(repeating: Array(repeating: Shown(), count: size.columns), count: size.rows)
    self.painter = painter
  }

  /// Processes the painter's output; ignores sequences that aren't part of a frame.
  mutating func take(_ text: String) {
    var rest = text[...]
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}" where rest.first == "[":
        let words = rest.dropFirst().prefix { $0.isASCII && !$0.isLetter }
        rest = rest.dropFirst(words.count + 1)
        let final = rest.popFirst()
        guard words.first != "?" else { continue }
        perform(
          final, words.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 })
      case "\u{1B}" where rest.first == "]":
        rest = rest.drop { $0 != "\\" }.dropFirst()
      default: write(String(character))
      }
    }
  }

  private mutating func write(_ text: String) {
    let wide = text.unicodeScalars.first.map { $0.columns } == 2
    guard rows.indices.contains(row), column < rows[row].count else { return }
    var shown = pen
    shown.text = text
    rows[row][column] = shown
    if wide {
      shown.text = ""
      rows[row][column + 1] = shown
    }
    column += wide ? 2 : 1
    guard painter.wrapsAtOnce, column == rows[row].count else { return }
    (row, column) = (row + 1, 0)
    guard row == rows.count else { return }
    row -= 1
    rows.append(Array(repeating: Shown(), count: rows.removeFirst().count))
  }

  private mutating func perform(_ final: Character?, _ numbers: [Int]) {
    switch final {
    case "H":
      row = max(numbers.first ?? 1, 1) - 1
      column = max(numbers.dropFirst().first ?? 1, 1) - 1
    case "J" where (row, column) == (0, 0):
      for row in rows.indices { erase(row, 0..<rows[row].count) }
    case "K": erase(row, column..<rows[row].count)
    case "m": change(numbers[...])
    default: break
    }
  }

  private mutating func erase(_ row: Int, _ columns: Range<Int>) {
    let surface = painter.erasesInColor ? pen.surface : ""
    for column in columns { rows[row][column] = Shown(surface: surface) }
  }

  private mutating func change(_ numbers: ArraySlice<Int>) {
    var numbers = numbers
    while let number = numbers.popFirst() {
      if !painter.resetsSingly, [22, 24, 27, 39, 49].contains(number) { continue }
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

extension EmulatedTerminal {
  /// Returns the first cell that looks different from the cells of a screen, or `nil` if there is
  /// none.
  func difference(from screen: Screen, _ palette: Palette) -> String? {
    for (row, cells) in screen.rows.enumerated() {
      for (column, cell) in cells.enumerated() {
        let (has, shall) = (rows[row][column].seen, Shown(cell, palette, painter).seen)
        // The last character isn't written if that would scroll the screen.
        let isLast = row == rows.count - 1 && column >= cells.count - 2
        if has != shall, !isLast || !painter.wrapsAtOnce {
          return "row \(row), column \(column): \(has), not \(shall)"
        }
      }
    }
    return nil
  }
}

extension EmulatedTerminal.Shown {
  /// The appearance of a cell in a palette.
  init(_ cell: Cell, _ palette: Palette, _ painter: Painter) {
    let pen = palette[cell.style]
    text = cell.glyph.text
    surface = Self.name(pen.surface)
    ink = Self.name(pen.ink)
    let isColored = pen.ink != .own || pen.surface != .own
    let all = pen.attributes(of: cell.style)
      .intersection(isColored ? painter.attributesInColor : painter.attributes)
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

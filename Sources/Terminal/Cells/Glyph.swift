/// What one or two columns of the screen show: a character and the marks on it.
public struct Glyph: Sendable, Hashable {
  /// The character; 0 in a column that the wide glyph before it covers.
  public var base: UInt32
  /// Up to four marks on the character.
  public var marks: Marks
  /// The columns that it covers: 1 or 2, and 0 for a column covered by the glyph before.
  public var width: UInt8

  init(_ base: UInt32, width: UInt8) {
    self.base = base
    self.marks = Marks()
    self.width = width
  }

  /// An empty column.
  public static let blank = Glyph(0x20, width: 1)
  /// The second column of a wide glyph.
  static let covered = Glyph(0, width: 0)

  /// The glyph as text; empty for a covered column.
  public var text: String {
    var result = String.UnicodeScalarView()
    if base != 0, let scalar = Unicode.Scalar(base) { result.append(scalar) }
    for index in 0..<4 where marks[index] != 0 {
      if let mark = Unicode.Scalar(marks[index]) { result.append(mark) }
    }
    return String(result)
  }

  /// Adds a mark; a fifth is dropped, as ncurses would drop it.
  mutating func add(mark: UInt32) {
    for index in 0..<4 where marks[index] == 0 {
      marks[index] = mark
      return
    }
  }
}

/// Up to four marks on a character, 0 where there is none.
///
/// NB: four numbers in a row: a vector would be aligned so far that a cell took twice the memory.
public struct Marks: Sendable, Hashable {
  private var first: UInt32 = 0
  private var second: UInt32 = 0
  private var third: UInt32 = 0
  private var fourth: UInt32 = 0

  /// The mark at a place from 0 to 3; 0 where there is none.
  public subscript(index: Int) -> UInt32 {
    get {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      default: fourth
      }
    }
    set {
      switch index {
      case 0: first = newValue
      case 1: second = newValue
      case 2: third = newValue
      default: fourth = newValue
      }
    }
  }
}

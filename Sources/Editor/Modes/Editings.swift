import Settee

/// A line of text that is edited in place.
struct TextEditing: Sendable {
  /// What is edited.
  var target: Target
  /// What is typed.
  var line: LineText
  /// What was there before, as text.
  let original: String
  /// Whether a secret is shown while it is typed.
  var isRevealed = false
  /// Why the text is not taken, as a sentence.
  var refusal: String?
  /// Whether Enter was just refused: then the cursor stands on the reason.
  var isRefused = false
  /// What somebody else has stored meanwhile, as text.
  var foreign: String?
  /// The paths that Tab offers.
  var completions: [String] = []

  init(target: Target, text: String) {
    self.target = target
    line = LineText(text)
    original = text
  }

  /// Whether something was typed that differs from what was there.
  var isChanged: Bool { !line.text.utf8.elementsEqual(original.utf8) }
}

/// Text of several lines that is edited on the whole screen.
struct LongTextEditing: Sendable {
  /// What is edited.
  var target: Target
  /// The lines; never empty.
  var lines: [LineText]
  /// The line that has the caret.
  var current = 0
  /// The first line on the screen.
  var top = 0
  /// What was there before.
  let original: String
  /// Why the text is not taken, as a sentence.
  var refusal: String?
  /// What somebody else has stored meanwhile, as text.
  var foreign: String?

  init(target: Target, text: String) {
    self.target = target
    original = text
    lines = LongTextEditing.split(text)
    for index in lines.indices { lines[index].moveToStart() }
  }

  /// The lines as one text.
  var text: String { lines.map(\.text).joined(separator: "\n") }
  /// Whether something was typed that differs from what was there.
  var isChanged: Bool { !text.utf8.elementsEqual(original.utf8) }

  /// The lines of a text.
  static func split(_ text: String) -> [LineText] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { LineText(String($0)) }
  }
}

/// A slider that is adjusted, or a number typed for it.
struct Adjusting: Sendable {
  /// What is edited.
  var target: Target
  /// Where the slider stands.
  var number: Double
  /// The number as typed so far; nil while arrows move the slider.
  var typed: LineText?
  /// Where the slider is drawn.
  var shown: Double { typed.flatMap { Number.read($0.text) } ?? number }
  /// Whether it was moved or typed: what nobody touched is not written.
  var isTouched = false
  /// What somebody else has stored meanwhile, as text.
  var foreign: String?
}

/// A date that is set field by field.
struct DateEditing: Sendable {
  /// What is edited.
  var target: Target
  /// Where the calendar stands.
  var moment: CalendarMoment
  /// Which field the arrows change.
  var field: CalendarMoment.Field
  /// The digits typed into the field so far.
  var typed = ""
  /// What somebody else has stored meanwhile, as text.
  var foreign: String?
}

/// The choices of a row.
struct Choosing: Sendable {
  /// What is edited.
  var target: Target
  /// The choices by index; -1 is a stored value that is none of them.
  var list: PickList<Int>
  /// The choice that is stored or the default.
  var current: Int?
}

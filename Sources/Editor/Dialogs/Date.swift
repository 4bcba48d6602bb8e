import Settee
import SetteeTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An editor for a date or time in which the user changes the year, month, day, hour, and minute
/// separately.
struct DateDialog: EditingDialog {
  var target: EditTarget
  var moment: CalendarDate
  var field: Calendar.Component
  /// The digits that the user has typed into the focused field of the date.
  var typed = ""
  var foreign: String?
  var refusal: String?
  /// The current date, which the calendar marks, or `nil` until the clock has been read.
  var today: CalendarDate?
  /// A Boolean value that indicates whether the date becomes the current one as soon as the clock
  /// has been read.
  var takesClock = false

  var context: KeyContext { .date }

  private var picker: DatePicker { target.control.picker }
  private var fields: [Calendar.Component] { picker.mode.fields }

  func perform(_ command: Command, in state: inout EditorState) -> [Effect] {
    var dialog = self
    dialog.refusal = nil
    return dialog.perform(known: command, in: &state)
  }

  private func perform(known command: Command, in state: inout EditorState) -> [Effect] {
    switch command {
    case .keep: keep(in: &state)
    case .cancel: dismiss(&state)
    case .stepUp: change(in: &state) { $0.turn(by: 1) }
    case .stepDown: change(in: &state) { $0.turn(by: -1) }
    case .caretLeft: change(in: &state) { $0.moveField(by: -1) }
    case .caretRight: change(in: &state) { $0.moveField(by: 1) }
    case .eraseBackward: keepOpen(in: &state) { $0.typed = String($0.typed.dropLast()) }
    case .now: keepOpen(in: &state) { $0.takesClock = true } + [.readClock]
    default: []
    }
  }

  func type(_ text: String, in state: inout EditorState) -> [Effect] {
    var dialog = self
    dialog.refusal = nil
    for digit in KeyMap.plainNumber(text) where digit.isWholeNumber {
      dialog.typed.append(digit)
      guard dialog.typed.count >= dialog.field.width else { continue }
      guard dialog.takeTyped() else { return dialog.refuse(&state) }
      if dialog.field != fields.last { dialog.moveField(by: 1) }
    }
    return dialog.keepOpen(in: &state)
  }

  func apply(clock: Date, in state: inout EditorState) {
    // The editor shows dates and times in the local time zone, so convert the current time.
    guard let now = CalendarDate(local: clock) else { return }
    _ = keepOpen(in: &state) {
      $0.today = now
      if takesClock { ($0.moment, $0.typed, $0.takesClock) = (now.inFields, "", false) }
    }
  }

  /// Shows the valid range of a date field, such as 1 to 31, after the user entered an invalid
  /// number.
  private func refuse(_ state: inout EditorState) -> [Effect] {
    _ = keepOpen(in: &state)
    let (range, words) = (moment.range(of: field), state.words)
    let (least, most) = (String(range.lowerBound), String(range.upperBound))
    return state.refuse(words(.enter, words(.allowedBetween, words(.allowedWhole), least, most)))
  }

  private func keep(in state: inout EditorState) -> [Effect] {
    var dialog = self
    guard dialog.takeTyped() else { return dialog.refuse(&state) }
    let old = state.value(of: target).flatMap { picker.moment(of: $0) }
    let text = picker.text(of: dialog.moment)
    if old.map({ picker.text(of: $0) }) == text { return dismiss(&state) }
    _ = dialog.keepOpen(in: &state)
    return state.write(target, target.control.parse(text))
  }

  /// Commits the typed digits and then runs `body`, or shows an error if the number is out of
  /// range.
  private func change(
    in state: inout EditorState, _ body: (inout DateDialog) -> Void
  ) -> [Effect] {
    var dialog = self
    guard dialog.takeTyped() else { return dialog.refuse(&state) }
    body(&dialog)
    return dialog.keepOpen(in: &state)
  }

  /// Increments the focused date field by `count` and wraps around at its limits, such as from
  /// December to January.
  private mutating func turn(by count: Int) {
    let range = moment.range(of: field)
    let step = field == .minute ? count * max(picker.minuteInterval, 1) : count
    let place = (moment[field] - range.lowerBound + step) % range.count
    moment[field] = range.lowerBound + (place + range.count) % range.count
  }

  private mutating func moveField(by count: Int) {
    let place = (fields.firstIndex(of: field) ?? 0) + count
    field = fields[min(max(place, 0), fields.count - 1)]
  }

  /// Commits the entered digits.
  ///
  /// If the typed number is out of range, this method discards the digits and returns `false`.
  private mutating func takeTyped() -> Bool {
    defer { typed = "" }
    guard let number = Int(typed) else { return true }
    guard moment.range(of: field).contains(number) else { return false }
    moment[field] = number
    return true
  }

  func field(room: Int, _ state: EditorState) -> Field? {
    let (spans, caret) = fieldSpans
    let ends =
      state.look.hasPills
      ? [Span(" ", .field), Span(" ", .field)] : [Span("[", .key), Span("]", .key)]
    return ([ends[0]] + spans + [ends[1]], caret + 1)
  }

  private var fieldSpans: ([Span], caret: Int) {
    let text = Array(picker.text(of: moment))
    var (spans, caret, start): ([Span], Int, Int) = ([], 0, 0)
    for field in fields {
      let end = start + field.width
      let isCurrent = field == self.field
      if isCurrent { caret = start }
      let shown = isCurrent && !typed.isEmpty ? typed : String(text[start..<end])
      spans.append(Span(shown, isCurrent ? Style(.text, on: .band) : .field))
      if end < text.count { spans.append(Span(String(text[end]), .field)) }
      start = end + 1
    }
    return (spans, caret)
  }

  // MARK: Calendar

  /// The row of the first week, and the width of a day.
  private static let (firstWeek, dayColumns) = (2, 4)

  /// A Boolean value that indicates whether the dialog shows a calendar.
  ///
  /// The user edits a time without a date directly in its row, without a calendar.
  private var hasMonth: Bool { picker.mode != .time }

  func isInRow(_ state: EditorState) -> Bool { !hasMonth || !state.hasBoxes }

  func shape(_ state: EditorState) -> BoxShape? {
    guard hasMonth else { return nil }
    return BoxShape(
      title: target.title, columns: max(38, state.hintColumns(of: self)),
      rows: Self.firstWeek + (foreign == nil && refusal == nil ? 6 : 7), place: .atRow)
  }

  func draw(on canvas: inout Canvas, _ state: EditorState) {
    let (spans, caret) = fieldSpans
    let (indent, look) = (Canvas.boxIndent, state.look)
    let blanks = String(repeating: " ", count: canvas.columns - 2 * indent)
    canvas.put(blanks, row: 0, column: indent, style: .field)
    canvas.draw(Line([Span(" ", .field)] + spans, indent: indent), row: 0)
    // The month shares the row of the field, because a small window has no row to spare.
    let month = month(state.words)
    canvas.put(
      month, row: 0, column: canvas.columns - indent - 1 - look.columns(of: month),
      style: Style(.accent, on: .field, .bold))
    let names = state.words(.weekdays).split(separator: " ")
    for (index, name) in names.enumerated() {
      canvas.put(
        String(name), row: Self.firstWeek - 1, column: indent + 1 + index * Self.dayColumns,
        style: .quiet)
    }
    for day in moment.range(of: .day) {
      let place = place(ofDay: day)
      let style: Style = isToday(day) ? Style(.text, .underline) : .text
      canvas.put(text(ofDay: day), row: place.row, column: place.column + 1, style: style)
    }
    let chosen = place(ofDay: moment.day)
    let ink: Style = field == .day && look.hasPills ? Style(.text, on: .band, .bold) : .key
    canvas.put(
      "[\(text(ofDay: moment.day))]", row: chosen.row, column: chosen.column,
      style: isToday(moment.day) ? Style(ink.ink, on: ink.surface, [.bold, .underline]) : ink)
    if let warning = refusal.map({ "\(look.glyphs.fault) \($0)" }) ?? warning(state) {
      let text = state.look.clip(warning, to: canvas.columns - 2 * indent)
      canvas.draw(Line(text, .error, indent: indent), row: canvas.rows - 1)
    }
    canvas.moveCursor(row: 0, column: indent + 1 + caret)
  }

  /// Returns the title of the month, such as `March 2026`.
  private func month(_ words: Strings) -> String {
    let months = words(.months).split(separator: " ")
    guard months.indices.contains(moment.month - 1) else { return "" }
    return words(.monthTitle, String(months[moment.month - 1]), String(moment.year))
  }

  private func isToday(_ day: Int) -> Bool {
    today?.year == moment.year && today?.month == moment.month && today?.day == day
  }

  private func text(ofDay day: Int) -> String { day < 10 ? " \(day)" : String(day) }

  /// Returns the screen position of a day in the calendar, including the space or bracket before
  /// its number.
  private func place(ofDay day: Int) -> Position {
    let first = CalendarDate.firstWeekday(ofMonth: moment.month, year: moment.year)
    let index = first + day - 1
    return Position(
      row: Self.firstWeek + index / 7, column: Canvas.boxIndent + index % 7 * Self.dayColumns)
  }

  /// Omit the hints for the arrow keys, because their meaning in a calendar is obvious.
  func hint(for binding: KeyBinding, _ state: EditorState) -> String? {
    let arrows: [Command] = [.stepUp, .stepDown, .caretLeft, .caretRight]
    let isWordless = state.hasBoxes && hasMonth && arrows.contains(binding.command)
    return isWordless ? nil : binding.hint
  }

  /// Selects the day or the date field that the user pressed with the mouse.
  ///
  /// If the pressed day is already selected, this method saves the date.
  func press(_ position: Position, in state: inout EditorState) -> [Effect] {
    var dialog = self
    guard dialog.takeTyped() else { return dialog.refuse(&state) }
    if position.row == 0 {
      var column = Canvas.boxIndent + 1
      for field in fields {
        let end = column + field.width
        if (column..<end).contains(position.column) { dialog.field = field }
        column = end + 1
      }
      return dialog.keepOpen(in: &state)
    }
    let pressed = moment.range(of: .day).first { day in
      let place = place(ofDay: day)
      return place.row == position.row
        && (place.column + 1..<place.column + Self.dayColumns).contains(position.column)
    }
    guard let pressed else { return dialog.keepOpen(in: &state) }
    if moment.day == pressed, field == .day { return dialog.keep(in: &state) }
    (dialog.moment[.day], dialog.field) = (pressed, .day)
    return dialog.keepOpen(in: &state)
  }
}

extension EditorState {
  /// Starts editing a date.
  ///
  /// If the setting has no value, the dialog starts with the current date.
  mutating func editDate(_ target: EditTarget) -> [Effect] {
    let picker = target.control.picker
    let known = value(of: target).flatMap { picker.moment(of: $0) }
    // Start with a placeholder date, which is replaced as soon as the clock has been read.
    let moment = (known ?? CalendarDate(seconds: 12 * 3600)).inFields
    let field: Calendar.Component = picker.mode == .time ? .hour : .year
    var dialog = DateDialog(target: target, moment: moment, field: field)
    dialog.takesClock = known == nil
    dialogs.append(dialog)
    return [.readClock]
  }
}

extension DatePicker.Mode {
  fileprivate var fields: [Calendar.Component] {
    switch self {
    case .date: [.year, .month, .day]
    case .time: [.hour, .minute]
    case .dateAndTime: [.year, .month, .day, .hour, .minute]
    }
  }
}

extension Calendar.Component {
  fileprivate var width: Int { self == .year ? 4 : 2 }

  fileprivate var number: WritableKeyPath<CalendarDate, Int> {
    switch self {
    case .year: \.year
    case .month: \.month
    case .day: \.day
    case .hour: \.hour
    default: \.minute
    }
  }
}

extension CalendarDate {
  /// The date with its year clamped to four digits so that it fits in the editor's year field.
  fileprivate var inFields: CalendarDate {
    var date = self
    date[.year] = year
    return date
  }

  /// Accesses a component of the date, such as its month.
  ///
  /// Setting a component clamps it to its valid range, and adjusts the day to the length of the
  /// month.
  fileprivate subscript(field: Calendar.Component) -> Int {
    get { self[keyPath: field.number] }
    set {
      let range = range(of: field)
      self[keyPath: field.number] = min(max(newValue, range.lowerBound), range.upperBound)
      day = min(day, self.range(of: .day).upperBound)
    }
  }

  fileprivate func range(of field: Calendar.Component) -> ClosedRange<Int> {
    switch field {
    case .year: 1...9999
    case .month: 1...12
    case .day: 1...CalendarDate.length(ofMonth: month, year: year)
    case .hour: 0...23
    default: 0...59
    }
  }
}

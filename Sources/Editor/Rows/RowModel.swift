import Settee
import SetteeTerminal

/// The content of a row, such as its title and value, independent of the layout of the screen.
///
/// In plain mode, the editor prints the content of the row without any layout.
struct RowModel: Sendable {
  /// The flags that describe the state of a row, shown as markers or as words.
  struct RowFlags: OptionSet, Sendable {
    let rawValue: Int

    /// The value of the row's setting differs from the default.
    static let changed = RowFlags(rawValue: 1)
    /// The row's setting has a value in the layer that the editor writes to.
    static let set = RowFlags(rawValue: 128)
    static let unpushed = RowFlags(rawValue: 2)
    static let managed = RowFlags(rawValue: 4)
    static let staged = RowFlags(rawValue: 8)
    static let disabled = RowFlags(rawValue: 16)
    static let restart = RowFlags(rawValue: 32)
    static let fault = RowFlags(rawValue: 64)
    /// The setting was changed both here and in the cloud mirror.
    static let conflict = RowFlags(rawValue: 256)
  }

  /// The type of control in a row, which determines how the value is drawn.
  enum ControlStyle: Sendable {
    /// The row shows its value as plain text.
    case text
    case toggle(isOn: Bool?)
    case check(isOn: Bool)
    /// A number that the user can increase and decrease with keys, with its range if it has one.
    case stepper(range: String)
    case slider(SliderFace)
    /// A value that the user chooses in a dialog, such as a date or an entry of a list.
    case choice
    case option(isChosen: Bool)
    case secret
    case button
    case link
    case pane
    /// A sentence about a part of the file that can't be read.
    case problem
    /// A list that opens as a pane with its items.
    case list
  }

  var marks: RowFlags = []
  var form = ControlStyle.text
  var title: String
  /// The part of the title that names the section, or an empty string.
  var section = ""
  var titleStyle = Style.text
  /// The key to show at the end of the row, or `nil` to show no key.
  var key: String?
  var value = ""
  var valueStyle = Style.text
  /// The color that the value names, or `nil` if it doesn't name one.
  var swatch: Style?
  /// The explanatory line below the title, or `nil` if there is none.
  var subtitle: String?
  /// The values on both sides if the setting was changed both here and in the cloud mirror.
  var conflict: PushRow?
  /// The comment about the setting in the settings file, or `nil` if it has none.
  var comment: String?
  /// The program or device that last changed the setting, if it wasn't this editor.
  var author: String?
}

/// The position of a slider as a number from 0 to 1, with the limits of the slider.
struct SliderFace: Sendable {
  let fraction: Double
  let low: Double, high: Double

  /// Creates a slider for a control, or returns `nil` unless the control has both a minimum and a
  /// maximum.
  init?(_ control: Control, at number: Double?) {
    guard let low = control.bounds.minimum, let high = control.bounds.maximum, low < high else {
      return nil
    }
    let part = ((number ?? low) - low) / (high - low)
    // An infinite value has no position on the slider, so show the knob at the start.
    fraction = part.isFinite ? min(max(part, 0), 1) : 0
    (self.low, self.high) = (low, high)
  }
}

extension EditorState {
  /// Returns the content of a row, or `nil` for items that aren't rows, such as headings.
  func face(of id: RowID) -> RowModel? {
    switch id {
    case .row(let group, _): withControl(of: id) { rowFace($0, group: group) }
    case .option(let group, _, let choice):
      withControl(of: id) { optionFace($0, choice, group: group) }
    case .element(_, _, let index): withControl(of: id) { elementFace($0, index) }
    case .add:
      withControl(of: id) { control in
        let title = control.list.add.map { "+ \($0.title ?? words(.add))" }
        return RowModel(title: title ?? words(.emptyList))
      }
    case .item(let group): RowModel(title: self.group(group)?.title ?? "")
    case .done: RowModel(form: .button, title: words(.done))
    case .push: pushFace
    case .note(let number): noteFace(number)
    case .gap, .heading, .footer, .cloudHeading: nil
    }
  }

  private func noteFace(_ number: Int) -> RowModel {
    let faults = document.bundle.faults
    if faults.indices.contains(number - 1) {
      return RowModel(marks: .fault, form: .problem, title: faults[number - 1])
    }
    return RowModel(title: words(filter == nil ? .noSettings : .nothingChanged))
  }

  private func rowFace(_ control: Control, group: Int) -> RowModel {
    var face = RowModel(title: control.label)
    if let section = document.inlineTitle(of: group, in: groups) {
      face.section = section + "."
      face.title = face.section + face.title
    }
    // In a file without a bundle, all values are set, so they are more prominent than their keys.
    face.titleStyle = control.title == nil || !document.hasDefaults ? .quiet : .text
    face.key = shownKey(of: control)
    face.comment = control.comment
    let reading = name(of: control).flatMap { readings[$0] }
    face.marks = marks(of: control, reading, group: group)
    if control.warning != nil { face.marks.insert(.fault) }
    face.author = author(of: control)
    let value = value(of: control, reading)
    face.subtitle =
      control.readOnlyReason.map { "\(words(.allowedNothing)): \($0)" }
      ?? control.subtitle?.text(for: value).flatMap { $0.isEmpty ? nil : $0 }
    let isOwn = face.marks.contains(.set) || face.marks.contains(.staged)
    face.valueStyle = isOwn ? look.setValue : .quiet
    if value == .null { face.valueStyle = .explanation }
    if face.author != nil { face.valueStyle = .foreign }
    show(value, of: control, on: &face)
    // A default value is a value, but "not set" only explains that there is none.
    if value == nil, face.valueStyle == .quiet, control.key != nil, control.kind != .pane {
      face.valueStyle = .explanation
    }
    if let conflict = conflict(of: control) {
      face.conflict = conflict
      let sides = sides(of: conflict).map { words(.labeled, $0.label, $0.value) }
      face.subtitle = (sides + [conflict.author].compactMap(\.self)).joined(separator: ", ")
    }
    if case .text = face.form, !control.isSecure {
      face.swatch = swatch(for: face.value, key: control.key ?? "")
    }
    return face
  }

  /// Returns the labels and the values of the two sides of a conflict.
  func sides(of conflict: PushRow) -> [(label: String, value: String)] {
    [(words(.columnHere), conflict.here), (words(.cloud), conflict.cloud)]
  }

  /// Returns the style that shows the color of a value, or `nil` if the value isn't a color.
  private func swatch(for value: String, key: String) -> Style? {
    if let color = RGB(hex: value) {
      guard look.depth >= .many, look.theme.hasColors else { return nil }
      var style = Style.text
      style.color = color
      return style
    }
    guard key.namesColor, let (ink, color) = value.namedColor else { return nil }
    var style = Style(ink)
    style.color = color
    return style
  }

  /// A Boolean value that indicates whether rows show the key of the setting at their end.
  ///
  /// The documentation of other programs mentions these keys, and terminals with 100 columns have
  /// enough room for them.
  var showsKeys: Bool {
    look.showsKeys && (document.isFile || !document.hasBundle) && frame.layout == .wide
      && size.columns >= 100
  }

  /// Returns the key to show at the end of a row, or `nil` if the title already is the key.
  func shownKey(of control: Control) -> String? {
    guard showsKeys, let key = control.key, let title = control.title else { return nil }
    return key == title || key.hasSuffix("." + title) ? nil : key
  }

  private func marks(
    of control: Control, _ reading: SettingState?, group: Int
  ) -> RowModel.RowFlags {
    var marks: RowModel.RowFlags = []
    let own = ownValue(of: control)
    if own != nil { marks.insert(.set) }
    if isChanged(control, own) { marks.insert(.changed) }
    if control.kind != .pane {
      if hasCloud, reading?.isUnpushed == true { marks.insert(.unpushed) }
      if conflict(of: control) != nil { marks.insert(.conflict) }
      if reading?.isManaged == true { marks.insert(.managed) }
      if waits(control) { marks.insert(.staged) }
    }
    if !isEnabled(control, group: group) { marks.insert(.disabled) }
    if control.needsRestart, marks.contains(.set) { marks.insert(.restart) }
    return marks
  }

  private func author(of control: Control) -> String? {
    guard let source = name(of: control).flatMap({ foreign[$0] }) else { return nil }
    switch source {
    case .local: return nil
    case .otherProcess: return words(.byProcess)
    case .cloud: return words(.byCloud)
    case .policy: return words(.byPolicy)
    }
  }

  private func show(_ value: PropertyList?, of control: Control, on face: inout RowModel) {
    if let fault = control.error {
      face.marks.insert(.fault)
      (face.value, face.valueStyle) = (fault, .error)
      return
    }
    if control.kind != .text, isRepeated(control), !control.isSecure {
      let list = Control(.text(TextInput(type: .list)))
      (face.value, face.form) = (words.text(of: value ?? .array([]), list), .list)
      return
    }
    switch control.kind {
    case .slider:
      face.value = shownText(control, value)
      if let slider = SliderFace(control, at: value?.asNumber) { face.form = .slider(slider) }
    case .text:
      face.value = shownText(control, value)
      if control.isSecure { face.form = .secret }
      if listPane(of: control) != nil {
        face.form = .list
      } else if [.integer, .real].contains(control.input.type), !face.value.isEmpty {
        face.form = .stepper(range: range(of: control) ?? "")
      }
      if face.value.isEmpty { showEmpty(control, &face) }
    case .textview:
      face.value = firstLine(control.text(of: value))
      if face.value.isEmpty { showEmpty(control, &face) }
    case .date, .choice:
      (face.value, face.form) = (shownText(control, value), .choice)
      if face.value.isEmpty, value == nil || control.kind == .date {
        (face.value, face.valueStyle) = (words(.notSet), .quiet)
      }
    case .pane: showPane(control, &face)
    case .button: face.form = .button
    case .link: (face.value, face.valueStyle, face.form) = (control.url ?? "", .quiet, .link)
    case .mail:
      let to = control.recipients.joined(separator: ", ")
      (face.value, face.valueStyle, face.form) = (to, .quiet, .link)
    case .custom: showForeign(words(.needsApp), value, &face)
    case .unknown: showForeign(words(.unknownElement, control.type ?? "?"), value, &face)
    case .toggle:
      // In a settings file, show a switch without a value as not set, because the program's default
      // is unknown.
      let isOn = value.map { control.isOn($0) } ?? (document.isFile ? nil : false)
      face.value = isOn == nil && value == nil ? words(.notSet) : shownText(control, value)
      face.form = control.toggle.isCheckmark ? .check(isOn: isOn == true) : .toggle(isOn: isOn)
    case .title, .radio, .list: face.value = shownText(control, value)
    }
  }

  /// Shows the saved value of a setting and the reason why the editor can't edit it.
  private func showForeign(_ reason: String, _ value: PropertyList?, _ face: inout RowModel) {
    face.value = reason + (value.map { "  " + $0.literal() } ?? "")
    face.valueStyle = .quiet
  }

  func range(of control: Control) -> String? {
    guard let low = control.bounds.minimum, let high = control.bounds.maximum else { return nil }
    return ValueFormatter.plain(low) + look.glyphs.dash + ValueFormatter.plain(high)
  }

  /// Returns the first line of a long text, followed by the number of lines.
  private func firstLine(_ text: String) -> String {
    let breaks = text.utf8.count { $0 == 0x0A } - (text.utf8.last == 0x0A ? 1 : 0)
    guard breaks > 0 else { return text }
    let first = text.unicodeScalars.prefix { $0 != "\n" }.prefix(200)
    let start = look.clip(String(first), to: 40)
    let ellipsis = start.hasSuffix(look.glyphs.ellipsis) ? "" : " " + look.glyphs.ellipsis
    return start + ellipsis + "  " + words(.countLines, String(breaks + 1))
  }

  /// Shows in the row that the text value of a control is empty.
  ///
  /// The example text isn't shown alone, because the user could mistake it for a value.
  private func showEmpty(_ control: Control, _ face: inout RowModel) {
    face.valueStyle = .quiet
    if let example = control.input.placeholder, !isSet(control) {
      face.value = words(.emptyExample, example)
    } else {
      let isUnset = document.isFile && value(of: control) == nil
      face.value = words(isUnset ? .notSet : .emptyList)
    }
  }

  private func showPane(_ control: Control, _ face: inout RowModel) {
    face.form = .pane
    guard let pane = control.pane.flatMap(document.pane(named:)) else { return }
    let (changed, waiting) = (changedCount(from: pane), stagedCount(from: pane))
    let counts = [(changed, Phrase.countChanged), (waiting, .countUnsaved)].filter { $0.0 > 0 }
    guard !counts.isEmpty else {
      let count = pane < document.bundle.panes.count ? settingCount(of: pane) : 0
      if count > 0 { (face.value, face.valueStyle) = (words.settings(count), .quiet) }
      return
    }
    face.value =
      "\(look.glyphs.changed) " + counts.map { words($0.1, String($0.0)) }.joined(separator: ", ")
    face.valueStyle = Style(.warn)
  }

  /// The number of settings on a pane.
  private func settingCount(of pane: Int) -> Int {
    document.panes[pane].groups.reduce(0) { count, group in
      count + group.controls.count { $0.key != nil && $0.kind != .pane }
    }
  }

  private func optionFace(_ control: Control, _ choice: Int, group: Int) -> RowModel {
    let value = value(of: control)
    let current = control.choiceIndex(of: value) ?? (value == nil ? nil : -1)
    let isChosen = current == choice
    var face = RowModel(title: "")
    if control.choices.indices.contains(choice) {
      face.title = control.choices[choice].title
      if control.choiceIndex(of: control.defaultValue) == choice {
        (face.value, face.valueStyle) = (words(.defaultWord), .quiet)
      }
    } else if let value {
      face.title = words(.notInList, value.literal())
    }
    face.form = .option(isChosen: isChosen)
    let reading = name(of: control).flatMap { readings[$0] }
    let marks = marks(of: control, reading, group: group)
    face.marks = isChosen ? marks : marks.intersection(.disabled)
    return face
  }

  private func elementFace(_ control: Control, _ index: Int) -> RowModel {
    let elements = elements(of: control)
    let element = elements.indices.contains(index) ? elements[index] : nil
    var face = RowModel(title: "\(index + 1)")
    if waits(control) { face.marks.insert(.staged) }
    guard let item = control.list.item else {
      face.title = element.map { $0.literal() } ?? face.title
      return face
    }
    face.title = item.title ?? face.title
    let shown = element.flatMap { value(of: $0, by: item) }
    if item.kind == .pane {
      face.title = shown.map { item.text(of: $0) } ?? face.title
      face.form = .pane
    } else {
      face.value = shownText(item, shown)
      if item.kind == .choice { face.form = .choice }
    }
    return face
  }

  private var pushFace: RowModel {
    var face = RowModel(form: .button, title: words(.pushButton))
    let count = tally.unpushed
    if count > 0 {
      (face.value, face.valueStyle) = (words(.countUnpushed, String(count)), Style(.note))
    }
    face.subtitle = lastPush
    return face
  }
}

extension String {
  /// A Boolean value that indicates whether a key is about colors, such as `color.diff.meta`.
  fileprivate var namesColor: Bool {
    let key = lowercased()
    return key.contains("color") || key.contains("colour")
  }

  /// The color that a value such as `yellow bold` names, and the text color that is used instead on
  /// terminals with few colors, or `nil` if the value isn't a color.
  fileprivate var namedColor: (ink: Foreground, color: RGB)? {
    // These are the colors of xterm, but with a lighter blue, which is visible on black.
    let colors: [Substring: (Foreground, RGB)] = [
      "red": (.bad, RGB(205, 0, 0)), "green": (.good, RGB(0, 205, 0)),
      "yellow": (.warn, RGB(205, 205, 0)), "blue": (.accent, RGB(92, 92, 255)),
      "magenta": (.held, RGB(205, 0, 205)), "cyan": (.note, RGB(0, 205, 205)),
    ]
    let attributes: Set<Substring> = [
      "bold", "dim", "ul", "blink", "reverse", "italic", "strike", "normal", "black", "white",
    ]
    guard utf8.count < 60 else { return nil }
    var found: (Foreground, RGB)?
    for word in split(separator: " ") {
      let name = word.hasPrefix("bright") ? word.dropFirst(6) : word
      if let color = colors[name] {
        found = found ?? color
      } else if !attributes.contains(word) {
        return nil
      }
    }
    return found
  }
}

import Settee
import SetteeTerminal

/// What a row says, before anybody decides how it is laid out; line mode reads it out as it is.
struct RowFace: Sendable {
  /// Facts about a row that have a mark, or a word where rows are sentences.
  struct Marks: OptionSet, Sendable {
    let rawValue: Int

    /// The user has set it.
    static let modified = Marks(rawValue: 1)
    /// The mirror does not have it yet.
    static let unpushed = Marks(rawValue: 2)
    /// An administrator has decided.
    static let managed = Marks(rawValue: 4)
    /// The change waits for `w`.
    static let staged = Marks(rawValue: 8)
    /// It cannot be used now.
    static let disabled = Marks(rawValue: 16)
    /// It takes effect after the app's next start.
    static let restart = Marks(rawValue: 32)
    /// It leads to a list or a pane.
    static let leads = Marks(rawValue: 64)
  }

  var marks: Marks = []
  /// What stands before the title, such as `(*)`.
  var box = ""
  var title: String
  /// Both, where there are both.
  var boxAndTitle: String {
    box.isEmpty ? title : title.isEmpty ? box : "\(box) \(title)"
  }
  /// Whether the title is only a key, for want of a title.
  var titleIsKey = false
  var value = ""
  /// The columns that every value of the row covers, so that boxes stand below each other and a
  /// switched one sends its few changed cells.
  var valueColumns = 0
  /// What the value is, for its look.
  var valueStyle = Style.text
  /// Where a slider stands; nil for rows that are none.
  var slider: SliderFace?
  var below: [String] = []
  /// Who changed the value last, while it was not this editor.
  var author: String?
}

/// Where a slider stands, from 0 to 1, and the words at its ends.
struct SliderFace: Sendable {
  let fraction: Double
  let low: String, high: String

  init(_ control: Control, at number: Double?) {
    let low = control.bounds.minimum ?? 0
    let high = control.bounds.maximum ?? 1
    fraction = high > low ? min(max(((number ?? low) - low) / (high - low), 0), 1) : 0
    self.low = control.slider.endLabels.minimum ?? Number.text(low)
    self.high = control.slider.endLabels.maximum ?? Number.text(high)
  }
}

extension EditorState {
  /// What an item says; nil for headings, gaps and texts.
  func face(of id: RowID) -> RowFace? {
    switch id {
    case .row(let group, _): control(of: id).map { rowFace($0, group: group) }
    case .option(let group, _, let choice):
      control(of: id).map { optionFace($0, choice, group: group) }
    case .element(_, _, let index): control(of: id).map { elementFace($0, index) }
    case .add: control(of: id).map(addFace)
    case .done: RowFace(title: "[ \(words(.done)) ]")
    case .push: pushFace
    case .note(let number): RowFace(title: note(number))
    case .gap, .heading, .footer, .cloudGap, .cloudHeading: nil
    }
  }

  private func note(_ number: Int) -> String {
    let faults = document.bundle.faults
    if faults.indices.contains(number - 1) { return faults[number - 1] }
    return words(filter == nil ? .noSettings : .nothingModified)
  }

  private func rowFace(_ control: Control, group: Int) -> RowFace {
    var face = RowFace(title: control.label)
    face.titleIsKey = control.title == nil
    face.marks = marks(of: control, group: group)
    face.author = author(of: control)
    let value = value(of: control)
    face.below = below(control, value)
    show(value, of: control, on: &face)
    return face
  }

  private func marks(of control: Control, group: Int) -> RowFace.Marks {
    var marks: RowFace.Marks = []
    if isModified(control) { marks.insert(.modified) }
    if let name = name(of: control), control.kind != .pane {
      let reading = readings[name]
      if reading?.isUnpushed == true { marks.insert(.unpushed) }
      if reading?.isManaged == true { marks.insert(.managed) }
      if waits(control) { marks.insert(.staged) }
    }
    if !isEnabled(control, group: group) { marks.insert(.disabled) }
    if control.needsRestart, marks.contains(.modified) { marks.insert(.restart) }
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

  private func show(_ value: PropertyList?, of control: Control, on face: inout RowFace) {
    if let fault = control.fault {
      (face.value, face.valueStyle) = (fault, .error)
      return
    }
    switch control.kind {
    case .slider: showSlider(value, control, &face)
    case .text: showText(value, control, &face)
    case .textview:
      if face.below.isEmpty { showEmpty(control, &face) }
    case .date:
      face.value = shownText(control, value)
      if face.value.isEmpty { (face.value, face.valueStyle) = (words(.notSet), .quiet) }
    case .pane: showPane(control, &face)
    case .choice:
      face.value = shownText(control, value)
      face.marks.insert(.leads)
    case .button: face.title = "[ \(control.label) ]"
    case .link: (face.value, face.valueStyle) = (control.url ?? "", .quiet)
    case .mail: (face.value, face.valueStyle) = (control.mail.to.joined(separator: ", "), .quiet)
    case .custom:
      let raw = value.map { Literal.text($0) }
      (face.value, face.valueStyle) = (
        [words(.needsApp), raw].compactMap(\.self).joined(separator: "  "), .quiet
      )
    case .unknown:
      let raw = value.map { Literal.text($0) }
      (face.value, face.valueStyle) = (
        [words(.unknownElement, control.type ?? "?"), raw].compactMap(\.self).joined(
          separator: "  "), .quiet
      )
    case .toggle:
      let states = [control.toggle.on, control.toggle.off].map {
        look.columns(of: shownText(control, $0))
      }
      face.valueColumns = states.max() ?? 0
      (face.value, face.valueStyle) = (shownText(control, value), .text)
    case .title, .radio, .list: face.value = shownText(control, value)
    }
  }

  private func showSlider(_ value: PropertyList?, _ control: Control, _ face: inout RowFace) {
    face.value = shownText(control, value)
    guard let low = control.bounds.minimum, let high = control.bounds.maximum, low < high else {
      return
    }
    face.slider = SliderFace(control, at: value?.number)
  }

  private func showText(_ value: PropertyList?, _ control: Control, _ face: inout RowFace) {
    face.value = shownText(control, value)
    let origin = reading(of: control)?.origin ?? .none
    let isDefault = origin == .none || origin == .registered
    if isDefault, !isModified(control) { face.valueStyle = .quiet }
    if face.value.isEmpty { showEmpty(control, &face) }
  }

  /// Says in words that there is no text: an example alone would pass for a value where looks do
  /// not tell them apart.
  private func showEmpty(_ control: Control, _ face: inout RowFace) {
    let example = control.input.placeholder.map { words(.emptyExample, $0) }
    (face.value, face.valueStyle) = (example ?? words(.emptyList), .quiet)
  }

  private func showPane(_ control: Control, _ face: inout RowFace) {
    face.marks.insert(.leads)
    guard let pane = control.pane.flatMap(document.pane(named:)) else { return }
    let (changed, waiting) = (modifiedCount(from: pane), stagedCount(from: pane))
    let counts = [
      changed > 0 ? words(.countModified, String(changed)) : nil,
      waiting > 0 ? words(.countStaged, String(waiting)) : nil,
    ].compactMap(\.self)
    if !counts.isEmpty {
      (face.value, face.valueStyle) = (counts.joined(separator: ", "), .modified)
    }
  }

  /// The lines below a row: what it is about, and the first lines of a long text.
  func below(_ control: Control, _ value: @autoclosure () -> PropertyList?) -> [String] {
    var lines: [String] = []
    if let text = control.subtitle?.text(for: value()), !text.isEmpty { lines = [text] }
    guard control.kind == .textview, control.fault == nil else { return lines }
    let beginning = String(control.text(of: value()).unicodeScalars.prefix(2000))
    return lines + beginning.split(whereSeparator: \.isNewline).prefix(3).map(String.init)
  }
}

extension EditorState {
  private func optionFace(_ control: Control, _ choice: Int, group: Int) -> RowFace {
    let value = value(of: control)
    let current = control.choiceIndex(of: value) ?? (value == nil ? nil : -1)
    let isChosen = current == choice
    var face = RowFace(title: "")
    if control.choices.indices.contains(choice) {
      face.title = control.choices[choice].title
      if control.choiceIndex(of: control.defaultValue) == choice {
        (face.value, face.valueStyle) = (words(.defaultWord), .quiet)
      }
    } else if let value {
      face.title = words(.notInList, Literal.text(value))
    }
    face.box = look.radio(isChosen)
    let marks = marks(of: control, group: group)
    face.marks = isChosen ? marks : marks.intersection(.disabled)
    return face
  }

  private func elementFace(_ control: Control, _ index: Int) -> RowFace {
    let elements = elements(of: control)
    let element = elements.indices.contains(index) ? elements[index] : nil
    let item = control.list.item
    let inner = item?.key.flatMap { element?.dictionary?[$0] }
    let own = element?.dictionary == nil ? element : inner
    var face = RowFace(title: item?.title ?? "\(index + 1)")
    if waits(control) { face.marks.insert(.staged) }
    switch item?.kind {
    case .pane?:
      face.title = own.map { item?.text(of: $0) ?? Literal.text($0) } ?? face.title
      face.marks.insert(.leads)
    case .some(let kind):
      if let item { face.value = shownText(item, own) }
      if kind == .choice { face.marks.insert(.leads) }
    case nil:
      face.title = element.map { Literal.text($0) } ?? face.title
    }
    return face
  }

  private func addFace(_ control: Control) -> RowFace {
    guard let add = control.list.add else { return RowFace(title: words(.emptyList)) }
    return RowFace(title: "+ \(add.title ?? words(.add))")
  }

  private var pushFace: RowFace {
    var face = RowFace(title: "[ \(words(.pushButton)) ]")
    let count = tally.unpushed
    face.value = count > 0 ? words(.countUnpushed, String(count)) : ""
    if let last = lastPush { face.below = [last] }
    return face
  }

  /// A value of a control as rows, pages and messages show it; never a secret.
  func shownText(_ control: Control, _ value: PropertyList?) -> String {
    if control.isSecure {
      let isEmpty = value.map { $0.string?.isEmpty ?? false } ?? true
      return isEmpty ? words(.notSet) : String(repeating: look.glyphs.bullet, count: 8)
    }
    switch control.kind {
    case .toggle: return toggleText(control, value)
    case .choice, .radio, .title:
      if let choice = control.choiceIndex(of: value) {
        return control.choices[choice].shortTitle ?? control.choices[choice].title
      }
      guard let value, control.kind != .title else { return control.text(of: value) }
      return words(.notInList, Literal.text(value))
    default: return control.text(of: value)
    }
  }

  private func toggleText(_ control: Control, _ value: PropertyList?) -> String {
    switch value.map({ control.isOn($0) }) ?? false {
    case true?: control.toggle.isCheckmark ? "x" : "[x] \(words(.on))"
    case false?: control.toggle.isCheckmark ? " " : "[ ] \(words(.off))"
    case nil: "[?] " + (value.map { Literal.text($0) } ?? "")
    }
  }
}

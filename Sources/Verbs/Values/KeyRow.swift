import Settee

/// A key in the output of a command, with its values and their sources.
///
/// A command sets the properties that it needs, and chooses the columns to print.
struct KeyRow {
  /// A column of the output, whose raw value is the name of the member in JSON.
  enum Column: String {
    case domain, key, title, help, kind, type, allowed, choices, `default`, value, origin, layers
    case pane, modified
    case old, new, left, right, changed, source, time
  }

  let place: SettingReference
  /// A Boolean value that indicates whether placeholders are printed instead of values, which are
  /// secret.
  var hidesValues: Bool
  /// The value that is in effect, or the value in one layer.
  var effective: EffectiveValue?
  /// The value before a change, or on the left side of a comparison.
  var old: PropertyList?
  /// The value after a change, or on the right side of a comparison.
  var new: PropertyList?
  /// The value that the file has after its setting was removed, such as an empty table whose header
  /// stays.
  var remainder: PropertyList?
  var hasChanged = true
  /// The new value and its text, if the user typed it.
  var typed: TypedValue?
  /// A number or a Boolean word as it is in the file before and after the change, if it is written as
  /// the user typed it.
  var texts: (old: String?, new: String)?
  var source: ChangeSource?
  var time: Date?
  /// The text file that contains the setting, or `nil` if the setting isn't in a text file.
  let document: SettingsDocument?
  /// The text file before a change, or the other side of a comparison.
  var otherDocument: SettingsDocument?

  init(_ place: SettingReference, tellsSecrets: Bool = false) {
    self.place = place
    hidesValues = !tellsSecrets && place.isSecret
    document = place.domain.text?.known
  }

  /// Creates a row for a change to a setting, or for a setting that differs between two sides.
  init(
    _ place: SettingReference, old: PropertyList?, new: PropertyList?, tellsSecrets: Bool = false
  ) {
    self.init(place, tellsSecrets: tellsSecrets)
    (self.old, self.new) = (old, new)
    if !tellsSecrets, place.holdsSecret(old, new) { hidesValues = true }
  }

  var origin: SettingOrigin { effective?.origin ?? .none }

  var layers: [EffectiveValue] { place.domain.everyLayer(at: place.path) }

  // MARK: JSON

  /// Returns the columns as a JSON object, without columns that have no value.
  func json(_ columns: [Column]) -> JSON {
    .object(columns.compactMap { column in json(column).map { (column.rawValue, $0) } })
  }

  private func json(_ column: Column) -> JSON? {
    let control = place.setting?.control
    return switch column {
    case .domain: .string(place.domain.name.text)
    case .key: .string(place.key)
    case .title: control?.title.map(JSON.string)
    case .help: control?.help.map(JSON.string)
    case .kind: control.map { .string($0.kind.rawValue) }
    case .type: place.type(of: effective?.value).map { .string($0.rawValue) }
    case .allowed: control.map { .string($0.allowed) }
    case .choices: control.flatMap { $0.choices.isEmpty ? nil : .choices($0.choices) }
    case .default: place.defaultValue.map(json)
    case .value: effective.map { json($0.value) }
    case .origin: .string(origin.rawValue)
    case .layers:
      .array(layers.map { ["origin": .string($0.origin.rawValue), "value": json($0.value)] })
    case .pane: place.setting.map { .string($0.pane) }
    case .modified: .boolean(place.isModified)
    case .old, .left: old.map(changedJSON)
    case .new, .right: new.map(changedJSON) ?? remainder.map { JSON($0) }
    case .changed: .boolean(hasChanged)
    case .source: source.map { .string($0.rawValue) }
    case .time: time.map { .string($0.shownText) }
    }
  }

  /// Returns a current value of the setting as JSON, or a placeholder for a secret.
  func json(_ value: PropertyList) -> JSON { place.json(value, tellsSecrets: !hidesValues) }

  // MARK: Text

  /// Returns the columns as a line of text, separated by tabs.
  func line(_ columns: [Column]) -> String { columns.map(text).joined(separator: "\t") }

  private func text(_ column: Column) -> String {
    switch column {
    case .domain: place.domain.name.text
    case .key: SafeText.line(place.key)
    case .origin: origin.rawValue
    case .source: source?.rawValue ?? ""
    case .time: time?.shownText ?? ""
    default: json(column)?.text() ?? ""
    }
  }

  /// The old and new values as text, such as `1 -> 2`.
  var change: String {
    let (was, will) = hidesValues ? (nil, nil) : (texts?.old, texts?.new)
    let new = will ?? remainder.map { ValueFormatter.shown($0, isSecret: false) } ?? shown(new)
    return hasChanged ? "\(was ?? shown(old)) -> \(new)" : "\(new) (unchanged)"
  }

  private func shown(_ value: PropertyList?) -> String {
    hidesValues ? ValueFormatter.shown(value, isSecret: true) : place.shown(value)
  }
}

extension JSON {
  static func choices(_ choices: [Choice]) -> JSON {
    .array(choices.map { ["title": .string($0.title), "value": JSON($0.value)] })
  }
}

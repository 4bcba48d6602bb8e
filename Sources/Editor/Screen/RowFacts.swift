import Settee

/// The facts about the focused row, of which the status line, the inspector, and the details page
/// show different ones.
struct RowFacts: Sendable {
  let control: Control
  let face: RowModel
  /// The setting that the row edits, or `nil` if the row has none.
  let name: SettingName?
  /// The value that the row shows, which can be unsaved or a default.
  let value: PropertyList?
  let origin: SettingOrigin
  /// The layer or file that the value comes from, or that the value is unsaved.
  let source: String
  /// The details of the setting, or `nil` until they have been loaded.
  let details: KeyFacts?
  /// The requirement for changing the row, or `nil` if the row can be changed.
  let need: String?

  /// The setting that the row edits, or `nil` for a row that opens a pane.
  var setting: SettingName? { control.kind == .pane ? nil : name }
}

extension EditorState {
  /// The facts about the focused row, or `nil` if the focused item shows no control.
  var focusedFacts: RowFacts? {
    guard let control = control(of: focused), let face = face(of: focused) else { return nil }
    let name = name(of: control)
    let origin = name.flatMap { readings[$0]?.origin } ?? .none
    let details = name.flatMap { about($0) }
    return RowFacts(
      control: control, face: face, name: name, value: value(of: control), origin: origin,
      source: waits(control) ? words(.unsaved) : source(origin, details), details: details,
      need: need(of: control))
  }
}

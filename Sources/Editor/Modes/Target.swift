import Settee

/// What is being edited: a control, and whose value it is.
struct Target: Sendable {
  /// The control.
  var control: Control
  /// The stored value that an edit changes.
  var name: SettingName
  /// The way from that value to the edited one; empty for the value itself.
  var steps: [ValueStep] = []
  /// The title for messages and the undo log.
  var title: String
}

/// A step into a stored list: an element by its place, an entry by its key, or a new element.
enum ValueStep: Sendable, Equatable {
  /// An element of an array.
  case element(Int)
  /// An entry of a dictionary.
  case entry(String)
  /// A new element at the end of an array.
  case append
}

/// A value kept apart from what holds it, which stays small and quick to copy.
///
/// Panes are lists of thousands of controls that are copied on their way to the screen; measured,
/// copying what most of them do not use took longer than reading the file.
struct Apart<Value: Sendable>: Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: consuming Value) { self.value = value }
  }

  private var box: Box

  init(_ value: consuming Value) { box = Box(value) }

  /// The value; setting it makes a place of its own for it.
  var value: Value {
    // NB: `_read` lends the value, so that asking for one field does not copy all of them.
    _read { yield box.value }
    set { box = Box(newValue) }
  }
}

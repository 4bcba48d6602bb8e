/// What one item of a pane's list is, by its place in the pane: group, control, choice or element.
///
/// It stays the same while values change, so focus and filters can hold on to it.
enum RowID: Hashable, Sendable {
  /// The blank line above a group.
  case gap(Int)
  /// The title of a group.
  case heading(Int)
  /// A control.
  case row(Int, Int)
  /// A choice of a radio group; -1 is a stored value that is none of the choices.
  case option(Int, Int, Int)
  /// An element of a list.
  case element(Int, Int, Int)
  /// The row that adds an element to a list.
  case add(Int, Int)
  /// The text below a group.
  case footer(Int)
  /// A sentence where there are no rows, or about what could not be read.
  case note(Int)
  /// The row that closes a new element of a list.
  case done
  /// The blank line above the cloud's group.
  case cloudGap
  /// The heading of the cloud's group.
  case cloudHeading
  /// The button that pushes.
  case push

  /// The group that the item belongs to.
  var group: Int? {
    switch self {
    case .gap(let group), .heading(let group), .row(let group, _), .option(let group, _, _),
      .element(let group, _, _), .add(let group, _), .footer(let group):
      group
    case .note, .done, .cloudGap, .cloudHeading, .push: nil
    }
  }

  /// The control that the item shows, as group and place in it.
  var control: (group: Int, index: Int)? {
    switch self {
    case .row(let group, let index), .option(let group, let index, _),
      .element(let group, let index, _), .add(let group, let index):
      (group, index)
    default: nil
    }
  }

  /// Whether the focus can stand on the item whatever its size.
  var isRow: Bool {
    switch self {
    case .row, .option, .element, .add, .note, .done, .push: true
    case .gap, .heading, .footer, .cloudGap, .cloudHeading: false
    }
  }
}

/// Where a control stands in the panes, whether or not it is on the screen.
struct RowPlace: Sendable, Equatable {
  /// The pane, the group in it, and the control in that.
  var pane: Int, group: Int, index: Int
}

import Settee

/// One step of the path through the panes, with what was focused there and how far it was scrolled.
struct PaneVisit: Sendable {
  /// The index of the pane.
  var pane: Int
  /// What the breadcrumb calls it.
  var title: String
  /// The element of a list that the pane's keys look into; nil for the domain itself.
  var element: ElementScope?
  /// The focused item; nil before the pane was seen.
  var focus: RowID?
  /// The focused line of an item that is longer than the screen.
  var focusLine = 0
  /// The first item on the screen.
  var top = 0
  /// The first line of that item on the screen.
  var topLine = 0

  init(pane: Int, title: String, element: ElementScope? = nil) {
    self.pane = pane
    self.title = title
    self.element = element
  }
}

/// An element of a list whose entries are edited on a pane of their own.
struct ElementScope: Sendable {
  /// The list.
  var list: SettingName
  /// Which element; nil for one that is not in the list yet.
  var index: Int?
  /// The list's elements when they were last looked at, to know this one again.
  var seen: [PropertyList] = []
  /// The entries so far, of an element that is not in the list yet.
  var draft = PropertyListDictionary()
}

/// One page of settings: a property list of a bundle, a page from code, or a bare domain.
public struct Pane: Sendable {
  /// What the pane is called in paths and in `--pane`: the base name of its file, such as `Root`.
  public var file: String
  /// The path of the file that was read, from the bundle's folder; empty for a pane from no file.
  public var path: String
  /// The title, in the user's language.
  public var title: String
  /// The domain that the keys live in; nil where nobody names one.
  public var domain: String?
  /// The groups in order.
  public var groups: [PaneGroup]

  /// Makes a pane.
  public init(
    file: String, path: String = "", title: String, domain: String? = nil,
    groups: [PaneGroup] = []
  ) {
    self.file = file
    self.path = path
    self.title = title
    self.domain = domain
    self.groups = groups
  }

  /// The controls of all groups in order.
  public var controls: [Control] { groups.flatMap(\.controls) }
}

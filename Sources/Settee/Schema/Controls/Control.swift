/// One row of a pane: what it is, which key it edits, and what that key may hold.
///
/// Texts are in the language that the bundle was opened with. A control is a plain value: it knows
/// no store. Its value side (``parse(_:)``, ``check(_:)``, ``text(of:)``, ``allowed``) is pure.
public struct Control: Sendable {
  /// What sort of row it is.
  public var kind: ControlKind
  /// The specifier as written, such as `PSToggleSwitchSpecifier`; nil where the file gives none.
  public var type: String?
  /// The label, in the user's language; nil where the file gives none.
  public var title: String?
  /// The key of the value; nil where the row has none, or an empty one.
  public var key: String?
  /// The default as the file writes it, before any reading by type.
  public var defaultValue: PropertyList?
  /// The values to choose from, in the order to show them.
  public var choices: [Choice] = []
  /// The domain that the key lives in, where the bundle names one.
  public var domain: String?
  /// Where in its file the element begins; nil for controls that come from no file.
  public var place: SourcePlace? {
    get { mark?.place }
    set { mark = newValue.map { SourceMark($0) } }
  }
  /// The element as the file has it, with everything that is not understood.
  public var specifier = PropertyListDictionary()
  /// The place, worked out when asked.
  var mark: SourceMark?
  /// What most rows leave as it is, kept apart so that a row is small.
  var details = ControlDetails.plain
}

extension Control {
  // NB: it stands outside of the type, so that the compiler makes one of all the parts. That one
  // moves them into their places; one written by hand copies the finished row.

  /// Makes a control; everything else is set afterwards.
  public init(_ kind: ControlKind, key: String? = nil, title: String? = nil) {
    self.init(kind: kind, type: nil, title: title, key: key)
  }

  /// Whether the value is a secret.
  public var isSecure: Bool { details.value.input.isSecure }

  /// What to call the row: its title, else its key, else its type.
  public var label: String { title ?? key ?? type ?? "" }
}

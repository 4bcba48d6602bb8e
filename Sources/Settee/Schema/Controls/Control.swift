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
  /// What a toggle stores when it is on.
  public var on: PropertyList = .boolean(true)
  /// What a toggle stores when it is off.
  public var off: PropertyList = .boolean(false)
  /// Whether the look of a toggle is a check mark.
  public var isCheckmark = false
  /// The numbers allowed.
  public var bounds = Bounds()
  /// The words at the ends of a slider: the base names of its images.
  public var endLabels = EndLabels()
  /// How text is typed and what it is stored as.
  public var input = TextInput()
  /// What a text has to be.
  public var rules = TextRules()
  /// How a date is asked for.
  public var picker = DatePicker()
  /// The rows of a list group.
  public var list = ItemList()
  /// The mail that the row starts.
  public var mail = MailDraft()
  /// The second line of the row.
  public var subtitle: Subtitle?
  /// `File` as written: of a pane, or of a row that the app draws.
  public var file: String?
  /// The ``Pane/file`` of the pane that the row opens; nil where there is none to open.
  public var pane: String?
  /// Why the row cannot do what it should, as a sentence: `missing Foo.plist`.
  public var fault: String?
  /// The URL that the row opens.
  public var url: String?
  /// Where the title stands on the row.
  public var alignment: TextAlignment = .natural
  /// Longer help, in the user's language.
  public var help: String?
  /// Whether the key is mirrored; nil where the file does not say.
  public var sync: SyncMark?
  /// Whether a change takes effect only after the app's next start.
  public var needsRestart = false
  /// What has to hold for the row to be there; empty: always.
  public var visibleWhen: [Condition] = []
  /// What has to hold for the row to be usable; empty: always.
  public var enabledWhen: [Condition] = []
  /// The domain that the key lives in, where the bundle names one.
  public var domain: String?
  /// Where in its file the element begins; nil for controls that come from no file.
  public var place: SourcePlace?
  /// The element as the file has it, with everything that is not understood.
  public var specifier = PropertyListDictionary()

  /// Makes a control; everything else is set afterwards.
  public init(_ kind: ControlKind, key: String? = nil, title: String? = nil) {
    self.kind = kind
    self.key = key
    self.title = title
  }
}

extension Control {
  /// Whether the value is a secret.
  public var isSecure: Bool { input.isSecure }

  /// What to call the row: its title, else its key, else its type.
  public var label: String { title ?? key ?? type ?? "" }
}

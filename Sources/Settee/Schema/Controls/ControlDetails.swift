/// What a control holds beside what every row needs.
struct ControlDetails: Sendable {
  var on: PropertyList = .boolean(true)
  var off: PropertyList = .boolean(false)
  var isCheckmark = false
  var bounds = Bounds()
  var endLabels = EndLabels()
  var input = TextInput()
  var rules = TextRules()
  var picker = DatePicker()
  var list = plainList
  var mail = plainMail
  var subtitle: Subtitle?
  var file: String?
  var pane: String?
  var fault: String?
  var url: String?
  var alignment: TextAlignment = .natural
  var help: String?
  var sync: SyncMark?
  var needsRestart = false
  var visibleWhen: [Condition] = []
  var enabledWhen: [Condition] = []

  // These two are large, and few rows have either.
  private static let plainList = Apart(ItemList())
  private static let plainMail = Apart(MailDraft())

  /// The details of a row that says nothing special.
  static let plain = Apart(ControlDetails())
}

extension Control {
  /// What a toggle stores when it is on.
  public var on: PropertyList {
    get { details.value.on }
    set { details.value.on = newValue }
  }

  /// What a toggle stores when it is off.
  public var off: PropertyList {
    get { details.value.off }
    set { details.value.off = newValue }
  }

  /// Whether the look of a toggle is a check mark.
  public var isCheckmark: Bool {
    get { details.value.isCheckmark }
    set { details.value.isCheckmark = newValue }
  }

  /// The numbers allowed.
  public var bounds: Bounds {
    get { details.value.bounds }
    set { details.value.bounds = newValue }
  }

  /// The words at the ends of a slider: the base names of its images.
  public var endLabels: EndLabels {
    get { details.value.endLabels }
    set { details.value.endLabels = newValue }
  }

  /// How text is typed and what it is stored as.
  public var input: TextInput {
    get { details.value.input }
    set { details.value.input = newValue }
  }

  /// What a text has to be.
  public var rules: TextRules {
    get { details.value.rules }
    set { details.value.rules = newValue }
  }

  /// How a date is asked for.
  public var picker: DatePicker {
    get { details.value.picker }
    set { details.value.picker = newValue }
  }

  /// The rows of a list group.
  public var list: ItemList {
    get { details.value.list.value }
    set { details.value.list.value = newValue }
  }

  /// The mail that the row starts.
  public var mail: MailDraft {
    get { details.value.mail.value }
    set { details.value.mail.value = newValue }
  }

  /// The second line of the row.
  public var subtitle: Subtitle? {
    get { details.value.subtitle }
    set { details.value.subtitle = newValue }
  }

  /// `File` as written: of a pane, or of a row that the app draws.
  public var file: String? {
    get { details.value.file }
    set { details.value.file = newValue }
  }

  /// The ``Pane/file`` of the pane that the row opens; nil where there is none to open.
  public var pane: String? {
    get { details.value.pane }
    set { details.value.pane = newValue }
  }

  /// Why the row cannot do what it should, as a sentence: `missing Foo.plist`.
  public var fault: String? {
    get { details.value.fault }
    set { details.value.fault = newValue }
  }

  /// The URL that the row opens.
  public var url: String? {
    get { details.value.url }
    set { details.value.url = newValue }
  }

  /// Where the title stands on the row.
  public var alignment: TextAlignment {
    get { details.value.alignment }
    set { details.value.alignment = newValue }
  }

  /// Longer help, in the user's language.
  public var help: String? {
    get { details.value.help }
    set { details.value.help = newValue }
  }

  /// Whether the key is mirrored; nil where the file does not say.
  public var sync: SyncMark? {
    get { details.value.sync }
    set { details.value.sync = newValue }
  }

  /// Whether a change takes effect only after the app's next start.
  public var needsRestart: Bool {
    get { details.value.needsRestart }
    set { details.value.needsRestart = newValue }
  }

  /// What has to hold for the row to be there; empty: always.
  public var visibleWhen: [Condition] {
    get { details.value.visibleWhen }
    set { details.value.visibleWhen = newValue }
  }

  /// What has to hold for the row to be usable; empty: always.
  public var enabledWhen: [Condition] {
    get { details.value.enabledWhen }
    set { details.value.enabledWhen = newValue }
  }
}

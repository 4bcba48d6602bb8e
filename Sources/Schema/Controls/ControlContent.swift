/// What sort of row a control is; the raw values are the words of `show --json`.
package enum ControlKind: String, Sendable, CaseIterable {
  case toggle, slider, text, title, choice, radio, pane, button, link, mail, textview, date, list
  case custom, unknown

  /// Whether a user can change the value by hand, given that the control has a key.
  package var isEditable: Bool {
    switch self {
    case .toggle, .slider, .text, .choice, .radio, .textview, .date, .list: true
    case .title, .pane, .button, .link, .mail, .custom, .unknown: false
    }
  }
}

/// What sort of row a control is, with what only that sort has.
///
/// Large parts are held by reference, so that panes of thousands of rows are quick to copy.
package enum ControlContent: Sendable {
  /// A switch between two stored values.
  indirect case toggle(Toggle)
  indirect case slider(Slider)
  /// A line of text, or one of the types that ``TextType`` names.
  indirect case text(TextInput)
  indirect case textview(TextInput)
  /// A value that is shown and not changed, by the titles of choices where it has any.
  case title(ChoiceList)
  /// One of several values, chosen on a page of its own.
  case choice(ChoiceList)
  /// One of several values, chosen among the rows of its group.
  case radio(ChoiceList)
  /// A moment, a day or a time of day.
  case date(DatePicker)
  /// Rows that the user adds and deletes.
  indirect case list(ItemList)
  indirect case pane(PaneLink)
  case link(url: String?)
  indirect case mail(MailDraft)
  /// A row that runs an action of the app.
  case button
  /// A row that only the app itself can draw.
  case custom(file: String?)
  /// An element of a type that nobody documents, or without one; it is kept and shown.
  case unknown
}

extension ControlContent {
  // A row of each sort that says nothing special. Read ones share it: most toggles and fields of a
  // bundle are such rows, and each would take memory of its own.
  package static let toggle = ControlContent.toggle(Toggle())
  package static let text = ControlContent.text(TextInput())
  package static let slider = ControlContent.slider(Slider())
  package static let textview = ControlContent.textview(TextInput())
  package static let title = ControlContent.title(ChoiceList())
  package static let choice = ControlContent.choice(ChoiceList())
  package static let radio = ControlContent.radio(ChoiceList())
  package static let date = ControlContent.date(DatePicker())
  package static let list = ControlContent.list(ItemList())

  /// Reads what the type of an element calls for.
  init(_ specifier: Specifier) {
    self =
      switch specifier.type {
      case .toggle: Toggle.isPlain(specifier) ? .toggle : .toggle(Toggle(specifier))
      case .slider: .slider(Slider(specifier))
      case .text: TextInput.isPlain(specifier) ? .text : .text(TextInput(specifier))
      case .textview: .textview(TextInput(longText: specifier))
      case .title: .title(ChoiceList(specifier))
      case .choice: .choice(ChoiceList(specifier))
      case .radio: .radio(ChoiceList(specifier))
      case .date: .date(DatePicker(specifier))
      case .list: .list(ItemList(specifier))
      case .pane: .pane(at: specifier.text(.file))
      case .link: .link(url: specifier.text(.file))
      case .mail: .mail(MailDraft(specifier))
      case .button: .button
      case .custom: .custom(file: specifier.text(.file))
      case .group, nil: .unknown
      }
  }

  /// A page of the web in place of a pane, as InAppSettingsKit takes it, makes the row a link.
  private static func pane(at file: String?) -> ControlContent {
    guard let file, file.contains("://") || file.hasSuffix(".html") else {
      return .pane(PaneLink(file: file))
    }
    return .link(url: file)
  }
}

extension Control {
  package var kind: ControlKind {
    switch content {
    case .toggle: .toggle
    case .slider: .slider
    case .text: .text
    case .textview: .textview
    case .title: .title
    case .choice: .choice
    case .radio: .radio
    case .date: .date
    case .list: .list
    case .pane: .pane
    case .link: .link
    case .mail: .mail
    case .button: .button
    case .custom: .custom
    case .unknown: .unknown
    }
  }

  // What front ends ask of any row; a row of another sort answers as one that says nothing.

  package var toggle: Toggle { if case .toggle(let toggle) = content { toggle } else { Toggle() } }

  package var slider: Slider { if case .slider(let slider) = content { slider } else { Slider() } }

  package var input: TextInput {
    switch content {
    case .text(let input), .textview(let input): input
    default: TextInput()
    }
  }

  package var picker: DatePicker {
    if case .date(let picker) = content { picker } else { DatePicker() }
  }

  package var list: ItemList { if case .list(let list) = content { list } else { ItemList() } }

  package var mail: MailDraft { if case .mail(let mail) = content { mail } else { MailDraft() } }

  package var bounds: Bounds {
    switch content {
    case .slider(let slider): slider.bounds
    case .text(let input): input.bounds
    default: Bounds()
    }
  }

  /// The values to choose from, in the order to show them.
  package var choices: [Choice] {
    switch content {
    case .title(let list), .choice(let list), .radio(let list): list.choices
    default: []
    }
  }

  /// `File` as written: of a pane, a link, or a row that the app draws.
  package var file: String? {
    switch content {
    case .pane(let link): link.file
    case .link(let file), .custom(let file): file
    default: nil
    }
  }

  /// The ``Pane/file`` of the pane that the row opens; nil where there is none to open.
  package var pane: String? { if case .pane(let link) = content { link.pane } else { nil } }

  package var url: String? {
    switch content {
    case .link(let url): url
    case .mail(let mail): mail.url
    default: nil
    }
  }
}

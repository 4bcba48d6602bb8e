/// The type of a control.
///
/// The raw values are the names of the types in the output of `show --json`.
package enum ControlKind: String, Sendable, CaseIterable {
  case toggle, slider, text, title, choice, radio, pane, button, link, mail, textview, date, list
  case custom, unknown

  /// A Boolean value that indicates whether the user can change the value of this type of control.
  package var isEditable: Bool {
    switch self {
    case .toggle, .slider, .text, .choice, .radio, .textview, .date, .list: true
    case .title, .pane, .button, .link, .mail, .custom, .unknown: false
    }
  }
}

/// The type of a row, with the properties that only this type has.
///
/// Large cases are stored indirectly, so that panes with thousands of rows can be copied quickly.
package enum ControlContent: Sendable {
  /// A switch between two values.
  indirect case toggle(Toggle)
  indirect case slider(Slider)
  /// A field for a line of text, or for a value that is entered as text, such as a number.
  indirect case text(TextInput)
  indirect case textview(TextInput)
  /// A read-only value, which is displayed as the title of the choice that represents it.
  case title([Choice])
  /// A choice between several values, which the user makes on a separate page.
  case choice([Choice])
  /// A choice between several values, each of which is displayed as a separate row.
  case radio([Choice])
  /// A date with a time, a date without a time, or a time without a date.
  case date(DatePicker)
  /// A list to which the user can add items and from which the user can delete them.
  indirect case list(ItemList)
  /// A link to another pane, where `pane` is the name of the pane or `nil` if the pane doesn't exist.
  indirect case pane(file: String?, pane: String?)
  case link(url: String?)
  /// An email message that the row opens, as a `mailto:` URL.
  indirect case mail(to: [String], url: String)
  /// A button that performs an action in the app.
  case button
  /// A row that only the app itself can draw, so Settee can't edit its value.
  case custom(file: String?)
  /// A row whose type is missing or unknown.
  ///
  /// A row of an unknown type is shown to the user but can't be edited.
  case unknown
}

extension ControlContent {
  // Reuse these instances for rows that have no other properties, such as most toggles and fields,
  // which saves memory.
  package static let toggle = ControlContent.toggle(Toggle())
  package static let text = ControlContent.text(TextInput())
  package static let slider = ControlContent.slider(Slider())
  package static let textview = ControlContent.textview(TextInput())
  package static let title = ControlContent.title([])
  package static let choice = ControlContent.choice([])
  package static let radio = ControlContent.radio([])
  package static let date = ControlContent.date(DatePicker())
  package static let list = ControlContent.list(ItemList())

  /// Reads the properties that are specific to the type of an element.
  init(_ specifier: Specifier) {
    self =
      switch specifier.type {
      case .toggle: Toggle.isPlain(specifier) ? .toggle : .toggle(Toggle(specifier))
      case .slider: .slider(Slider(specifier))
      case .text: TextInput.isPlain(specifier) ? .text : .text(TextInput(specifier))
      case .textview: .textview(TextInput(longText: specifier))
      case .title: .title([Choice](specifier))
      case .choice: .choice([Choice](specifier))
      case .radio: .radio([Choice](specifier))
      case .date: .date(DatePicker(specifier))
      case .list: .list(ItemList(specifier))
      case .pane: .pane(at: specifier.text("File"))
      case .link: .link(url: specifier.text("File"))
      case .mail: .mail(specifier)
      case .button: .button
      case .custom: .custom(file: specifier.text("File"))
      case .group, nil: .unknown
      }
  }

  /// Returns a link to a pane or, if the file is a web address or an HTML file, to a web page, as
  /// in InAppSettingsKit.
  private static func pane(at file: String?) -> ControlContent {
    guard let file, file.contains("://") || file.hasSuffix(".html") else {
      return .pane(file: file, pane: nil)
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

  // Access to the properties of a control that only a specific type of control has. Controls of
  // other types return the default.

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

  /// The recipients of the email message that the control opens.
  package var recipients: [String] { if case .mail(let to, _) = content { to } else { [] } }

  package var bounds: Bounds {
    switch content {
    case .slider(let slider): slider.bounds
    case .text(let input): input.bounds
    default: Bounds()
    }
  }

  /// The values among which the user can choose in the control, in display order.
  package var choices: [Choice] {
    switch content {
    case .title(let choices), .choice(let choices), .radio(let choices): choices
    default: []
    }
  }

  /// The value of the key `File` for a control that opens a pane, a web page, or a page of the app.
  package var file: String? {
    switch content {
    case .pane(let file, _), .link(let file), .custom(let file): file
    default: nil
    }
  }

  /// The name of the pane that the control opens, or `nil` if the pane doesn't exist.
  package var pane: String? { if case .pane(_, let pane) = content { pane } else { nil } }

  package var url: String? {
    switch content {
    case .link(let url): url
    case .mail(_, let url): url
    default: nil
    }
  }
}

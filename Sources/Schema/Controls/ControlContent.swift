/// The type of a control.
///
/// The raw values are used by `show --json`.
package enum ControlKind: String, Sendable, CaseIterable {
  case toggle, slider, text, title, choice, radio, pane, button, link, mail, textview, date, list
  case custom, unknown

  /// A Boolean value that indicates whether a user can change the value of a control with a key.
  package var isEditable: Bool {
    switch self {
    case .toggle, .slider, .text, .choice, .radio, .textview, .date, .list: true
    case .title, .pane, .button, .link, .mail, .custom, .unknown: false
    }
  }
}

/// The type of a control, with its specific properties.
///
/// Large cases are indirect, so that panes with thousands of rows can be copied quickly.
package enum ControlContent: Sendable {
  /// A switch between two values.
  indirect case toggle(Toggle)
  indirect case slider(Slider)
  /// A line of text, or a value of another type in ``TextType``.
  indirect case text(TextInput)
  indirect case textview(TextInput)
  /// A read-only value, displayed as the title of the choice that matches it, if any.
  case title(ChoiceList)
  /// A single choice that is made on a separate page.
  case choice(ChoiceList)
  /// A single choice that is made within the group.
  case radio(ChoiceList)
  /// A date with time, a date without time, or a time without date.
  case date(DatePicker)
  /// A list of items that the user can add and delete.
  indirect case list(ItemList)
  indirect case pane(PaneLink)
  case link(url: String?)
  indirect case mail(MailDraft)
  /// A button that runs an action of the app.
  case button
  /// A row that only the app itself can draw.
  case custom(file: String?)
  /// An element whose type is missing or unknown.
  ///
  /// Unknown elements are preserved and shown.
  case unknown
}

extension ControlContent {
  // Shared instances with default properties. Most toggles and fields use one of these instances,
  // which saves memory.
  package static let toggle = ControlContent.toggle(Toggle())
  package static let text = ControlContent.text(TextInput())
  package static let slider = ControlContent.slider(Slider())
  package static let textview = ControlContent.textview(TextInput())
  package static let title = ControlContent.title(ChoiceList())
  package static let choice = ControlContent.choice(ChoiceList())
  package static let radio = ControlContent.radio(ChoiceList())
  package static let date = ControlContent.date(DatePicker())
  package static let list = ControlContent.list(ItemList())

  /// Reads the specific properties of an element's type.
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

  /// Returns a link to a pane, or to a web page if the file is one, as in InAppSettingsKit.
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

  // Properties of specific types. Controls of other types return the default.

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

  /// The available choices, in display order.
  package var choices: [Choice] {
    switch content {
    case .title(let list), .choice(let list), .radio(let list): list.choices
    default: []
    }
  }

  /// The `File` key of a pane, a link, or a custom row, as it appears in the element.
  package var file: String? {
    switch content {
    case .pane(let link): link.file
    case .link(let file), .custom(let file): file
    default: nil
    }
  }

  /// The ``Pane/file`` of the linked pane, or `nil` if the pane doesn't exist.
  package var pane: String? { if case .pane(let link) = content { link.pane } else { nil } }

  package var url: String? {
    switch content {
    case .link(let url): url
    case .mail(let mail): mail.url
    default: nil
    }
  }
}

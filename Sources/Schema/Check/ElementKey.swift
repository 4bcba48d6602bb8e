import SetteeValues

/// A key that Apple, InAppSettingsKit, or Settee documents for the elements or files of a bundle.
struct ElementKey: Sendable {
  let name: String
  /// The type of the key's value, or `nil` if the value can have any type.
  let type: KeyType?
  /// The words that the value can be, or an empty array if the value can be any text.
  var words: [String] = []
  /// Common mistakes, such as `Min` for `MinimumValue`, that differ too much from the key for an
  /// automatic suggestion.
  var aliases: [String] = []

  private init(
    _ name: String, _ type: KeyType?, _ words: [String] = [], aliases: [String] = []
  ) {
    (self.name, self.type, self.words, self.aliases) = (name, type, words, aliases)
  }

  /// The keys of a pane's elements.
  static let ofElements: [ElementKey] = [
    ElementKey("Type", .text),
    ElementKey("Key", .text),
    ElementKey("File", .text),
    ElementKey("MinimumValueImage", .text),
    ElementKey("MaximumValueImage", .text),
    ElementKey("SetteeType", .text, TextType.allCases.map(\.rawValue)),
    ElementKey("SetteePattern", .text),
    ElementKey("SetteeSync", .text, SyncMark.allCases.map(\.rawValue)),
    ElementKey("SetteeItemType", .text, ["string", "integer", "real", "scalar"]),
    ElementKey("Title", .title, aliases: ["label"]),
    ElementKey("FooterText", .title, aliases: ["Footer"]),
    ElementKey("KeyboardType", .title, Keyboard.allCases.map(\.rawValue)),
    ElementKey(
      "AutocapitalizationType", .title, ["None", "Sentences", "Words", "AllCharacters"],
      aliases: ["Autocapitalization"]),
    ElementKey(
      "AutocorrectionType", .title, ["Default", "No", "Yes"], aliases: ["Autocorrection"]),
    ElementKey("IASKPlaceholder", .title),
    ElementKey("IASKMailComposeSubject", .title),
    ElementKey("IASKMailComposeBody", .title),
    ElementKey("DatePickerMode", .title, DatePicker.Mode.allCases.map(\.rawValue)),
    ElementKey("DatePickerStyle", .title, ["Compact", "Wheels", "Inline"]),
    ElementKey("SetteeUnit", .title),
    ElementKey("SetteeHelp", .title),
    ElementKey("IsSecure", .flag, aliases: ["Secure"]),
    ElementKey("DisplaySortedByTitle", .flag),
    ElementKey("IASKMailComposeBodyIsHTML", .flag),
    ElementKey("Deletable", .flag),
    ElementKey("SetteeRequired", .flag),
    ElementKey("SetteeRestart", .flag),
    ElementKey("MinimumValue", .number, aliases: ["Min"]),
    ElementKey("MaximumValue", .number, aliases: ["Max"]),
    ElementKey("MinuteInterval", .number),
    ElementKey("SetteeMinimum", .number),
    ElementKey("SetteeMaximum", .number),
    ElementKey("SetteeStep", .number),
    ElementKey("SetteeMinimumLength", .number),
    ElementKey("SetteeMaximumLength", .number),
    ElementKey("SupportedUserInterfaceIdioms", .array),
    ElementKey("Values", .array),
    ElementKey("Titles", .array),
    ElementKey("ShortTitles", .array),
    ElementKey("IconNames", .array),
    ElementKey("ItemSpecifier", .dictionary),
    ElementKey("AddSpecifier", .dictionary),
    ElementKey("IASKMailComposeToRecipents", .addresses, aliases: ["IASKMailComposeToRecipients"]),
    ElementKey("IASKMailComposeCcRecipents", .addresses, aliases: ["IASKMailComposeCcRecipients"]),
    ElementKey(
      "IASKMailComposeBccRecipents", .addresses, aliases: ["IASKMailComposeBccRecipients"]),
    ElementKey("SetteeVisibleWhen", .conditions),
    ElementKey("SetteeEnabledWhen", .conditions),
    ElementKey("IASKSubtitle", .subtitle),
    ElementKey("DefaultValue", nil, aliases: ["Default"]),
    ElementKey("TrueValue", nil),
    ElementKey("FalseValue", nil),
    ElementKey("IASKCellImage", nil),
    ElementKey(
      "IASKTextAlignment", nil,
      ["Left", "Center", "Right", "Natural"].map { "IASKUITextAlignment\($0)" }),
    ElementKey("IASKAdjustsFontSizeToFitWidth", nil),
    ElementKey("IASKTextContentType", nil),
    ElementKey("IASKQuickMultiValueSelection", nil),
    ElementKey("IASKToggleStyle", nil, ["Switch", "Checkmark"]),
    ElementKey("IASKViewControllerClass", nil),
    ElementKey("IASKViewControllerSelector", nil),
    ElementKey("IASKViewControllerStoryBoardFile", nil),
    ElementKey("IASKViewControllerStoryBoardId", nil),
    ElementKey("IASKSegueIdentifier", nil),
    ElementKey("IASKChildTitle", nil),
    ElementKey("IASKWebViewShowProgress", nil),
    ElementKey("IASKWebViewFullscreen", nil),
    ElementKey("IASKWebViewHideBottomBar", nil),
    ElementKey("IASKWebViewShowNavigationalButtons", nil),
    ElementKey("IASKButtonClass", nil),
    ElementKey("IASKButtonAction", nil),
    ElementKey("IASKRegex", nil),
    ElementKey("ViewControllerClass", nil),
    ElementKey("StoryBoardId", nil),
    ElementKey("SegueIdentifier", nil),
  ]

  /// The keys with which a `Root.plist` file describes another program's settings file.
  private static let ofPrograms: [ElementKey] = [
    ElementKey("SetteeDialect", .text),
    ElementKey("SetteeFile", .paths),
    ElementKey("SetteeFormat", .text),
    ElementKey("SetteeItemKey", .text),
    ElementKey("SetteeKnownKeys", .strings),
    ElementKey("SetteeProjectFiles", .paths),
    ElementKey("SetteeReload", .text),
    ElementKey("SetteeSavesItself", .text),
    ElementKey("SetteeSchema", .text),
    ElementKey("SetteeSchemaCommand", .text),
    ElementKey("SetteeSiteFiles", .paths),
  ]

  /// The keys at the root of a pane's file.
  static let ofFiles =
    [
      ElementKey("PreferenceSpecifiers", nil), ElementKey("StringsTable", nil),
      ElementKey("ApplicationGroupContainerIdentifier", nil),
      ElementKey("Title", .title, aliases: ["label"]), ElementKey("SetteeEntries", nil),
    ] + ofPrograms

  private static let elementsByName = byName(ofElements)
  private static let programsByName = byName(ofPrograms)

  private static func byName(_ keys: [ElementKey]) -> [String: ElementKey] {
    Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
  }

  static func ofElement(_ name: String) -> ElementKey? { elementsByName[name] }

  static func ofProgram(_ name: String) -> ElementKey? { programsByName[name] }
}

/// The type that the value of a key should have, and other types that devices also accept.
struct KeyType: Sendable {
  let phrase: String
  let isRight: @Sendable (PropertyList) -> Bool
  var isTaken: @Sendable (PropertyList) -> Bool = { _ in false }

  static let text = KeyType(phrase: "a string", isRight: { $0.string != nil })
  /// The type of user-visible text.
  ///
  /// Numbers and Boolean values are also accepted, because devices display them as text.
  static let title = KeyType(
    phrase: "a string", isRight: { $0.string != nil }, isTaken: { $0.asTitle != nil })
  static let flag = KeyType(
    phrase: "true or false", isRight: { $0.bool != nil }, isTaken: { $0.asFlag != nil })
  static let number = KeyType(
    phrase: "a number", isRight: { $0.isNumber }, isTaken: { $0.asNumber != nil })
  static let array = KeyType(phrase: "an array", isRight: { $0.array != nil })
  static let dictionary = KeyType(phrase: "a dictionary", isRight: { $0.dictionary != nil })
  static let addresses = KeyType(
    phrase: "an array of strings", isRight: { $0.array != nil }, isTaken: { $0.string != nil })
  static let strings = KeyType(
    phrase: "an array of strings",
    isRight: { $0.array?.allSatisfy { $0.string != nil } == true })
  static let paths = KeyType(
    phrase: "a string or an array of strings",
    isRight: { $0.string != nil || strings.isRight($0) })
  static let conditions = KeyType(
    phrase: "a condition or an array of conditions",
    isRight: { $0.dictionary != nil || $0.array != nil })
  static let subtitle = KeyType(
    phrase: "a string or a dictionary of strings",
    isRight: { $0.string != nil || $0.dictionary != nil }, isTaken: { $0.asTitle != nil })
}

extension SpecifierType {
  /// The keys without which a row doesn't work, other keys that Apple's documentation requires, and
  /// names that are commonly mistaken for the type.
  var documentation: (required: [String], expected: [String], aliases: [String]) {
    switch self {
    case .group: ([], [], ["Group"])
    case .toggle:
      (
        ["Key"], ["Title", "DefaultValue"],
        ["PSSwitchSpecifier", "PSToggleSpecifier", "Toggle", "Switch"]
      )
    case .slider: (["Key"], ["DefaultValue", "MinimumValue", "MaximumValue"], ["Slider"])
    case .title: (["Key"], ["DefaultValue"], ["Title", "PSTitleSpecifier"])
    case .text: (["Key"], [], ["TextField", "PSTextSpecifier"])
    case .choice: (["Key"], ["Title", "DefaultValue", "Titles"], ["MultiValue"])
    case .radio: (["Key"], ["DefaultValue", "Titles"], ["PSRadioSpecifier"])
    case .pane: (["File"], ["Title"], ["ChildPane"])
    case .link: (["File"], ["Title"], ["PSLinkSpecifier"])
    case .mail: ([], ["Title"], [])
    case .button: ([], ["Title", "Key"], ["Button", "PSButtonSpecifier"])
    case .textview: (["Key"], [], ["PSTextViewSpecifier"])
    case .date, .list, .custom: (["Key"], [], [])
    }
  }
}

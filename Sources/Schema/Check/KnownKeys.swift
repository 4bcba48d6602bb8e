import SetteePropertyLists

/// The type that the value of a key should have, and other types that devices also accept.
struct KeyType: Sendable {
  let phrase: String
  let isRight: @Sendable (PropertyList) -> Bool
  var isTaken: @Sendable (PropertyList) -> Bool = { _ in false }
  /// The keys of a pane's elements whose values have this type, such as `Title`.
  var keys: [String] = []
}

/// The keys that Apple, InAppSettingsKit, and Settee document for the elements and files of a
/// bundle.
enum KnownKeys {
  static let ofFiles =
    [
      "PreferenceSpecifiers", "StringsTable", "ApplicationGroupContainerIdentifier", "Title",
      "SetteeEntries",
    ]
    + ofPrograms.keys.sorted()

  /// The keys with which a `Root.plist` file describes another program's settings file, with their
  /// types.
  static let ofPrograms: [String: KeyType] = {
    let texts = KeyType(
      phrase: "a string or an array of strings",
      isRight: { $0.string != nil || $0.array?.allSatisfy { $0.string != nil } == true })
    return [
      "SetteeFile": texts, "SetteeSiteFiles": texts, "SetteeProjectFiles": texts,
      "SetteeFormat": text, "SetteeDialect": text,
      "SetteeKnownKeys": KeyType(
        phrase: "an array of strings",
        isRight: { $0.array?.allSatisfy { $0.string != nil } == true }),
      "SetteeItemKey": text, "SetteeReload": text, "SetteeSavesItself": text,
      "SetteeSchema": text, "SetteeSchemaCommand": text,
    ]
  }()

  static let ofElements = everyType.flatMap(\.keys) + ofAnyType

  /// The type of the value for each known key of an element.
  ///
  /// A key whose value can have any type isn't included.
  static let types = Dictionary(
    uniqueKeysWithValues: everyType.flatMap { type in type.keys.map { ($0, type) } })

  /// Common mistakes, such as `Min` for `MinimumValue`, that differ too much from the correct key
  /// for an automatic suggestion.
  static let aliases = [
    "label": "Title", "Autocapitalization": "AutocapitalizationType",
    "Autocorrection": "AutocorrectionType", "Footer": "FooterText", "Default": "DefaultValue",
    "Min": "MinimumValue", "Max": "MaximumValue", "Secure": "IsSecure",
    "IASKMailComposeToRecipients": "IASKMailComposeToRecipents",
    "IASKMailComposeCcRecipients": "IASKMailComposeCcRecipents",
    "IASKMailComposeBccRecipients": "IASKMailComposeBccRecipents",
  ]

  private static let text = KeyType(
    phrase: "a string", isRight: { $0.string != nil },
    keys: [
      "Type", "Key", "File", "MinimumValueImage", "MaximumValueImage", "SetteeType",
      "SetteePattern", "SetteeSync", "SetteeItemType",
    ])

  /// The type of user-visible text.
  ///
  /// Numbers and Boolean values are also accepted, because devices display them as text.
  static let title = KeyType(
    phrase: "a string", isRight: { $0.string != nil }, isTaken: { $0.asTitle != nil },
    keys: [
      "Title", "FooterText", "KeyboardType", "AutocapitalizationType", "AutocorrectionType",
      "IASKPlaceholder", "IASKMailComposeSubject", "IASKMailComposeBody", "DatePickerMode",
      "DatePickerStyle", "SetteeUnit", "SetteeHelp",
    ])

  private static let everyType = [
    text, title,
    KeyType(
      phrase: "true or false", isRight: { $0.bool != nil }, isTaken: { $0.asFlag != nil },
      keys: [
        "IsSecure", "DisplaySortedByTitle", "IASKMailComposeBodyIsHTML", "Deletable",
        "SetteeRequired", "SetteeRestart",
      ]),
    KeyType(
      phrase: "a number", isRight: { $0.isNumber }, isTaken: { $0.asNumber != nil },
      keys: [
        "MinimumValue", "MaximumValue", "MinuteInterval", "SetteeMinimum", "SetteeMaximum",
        "SetteeStep", "SetteeMinimumLength", "SetteeMaximumLength",
      ]),
    KeyType(
      phrase: "an array", isRight: { $0.array != nil },
      keys: ["SupportedUserInterfaceIdioms", "Values", "Titles", "ShortTitles", "IconNames"]),
    KeyType(
      phrase: "a dictionary", isRight: { $0.dictionary != nil },
      keys: ["ItemSpecifier", "AddSpecifier"]),
    KeyType(
      phrase: "an array of strings", isRight: { $0.array != nil }, isTaken: { $0.string != nil },
      keys: [
        "IASKMailComposeToRecipents", "IASKMailComposeCcRecipents", "IASKMailComposeBccRecipents",
      ]),
    KeyType(
      phrase: "a condition or an array of conditions",
      isRight: { $0.dictionary != nil || $0.array != nil },
      keys: ["SetteeVisibleWhen", "SetteeEnabledWhen"]),
    KeyType(
      phrase: "a string or a dictionary of strings",
      isRight: { $0.string != nil || $0.dictionary != nil }, isTaken: { $0.asTitle != nil },
      keys: ["IASKSubtitle"]),
  ]

  private static let ofAnyType = [
    "DefaultValue", "TrueValue", "FalseValue", "IASKCellImage", "IASKTextAlignment",
    "IASKAdjustsFontSizeToFitWidth", "IASKTextContentType", "IASKQuickMultiValueSelection",
    "IASKToggleStyle", "IASKViewControllerClass", "IASKViewControllerSelector",
    "IASKViewControllerStoryBoardFile", "IASKViewControllerStoryBoardId", "IASKSegueIdentifier",
    "IASKChildTitle", "IASKWebViewShowProgress", "IASKWebViewFullscreen",
    "IASKWebViewHideBottomBar", "IASKWebViewShowNavigationalButtons", "IASKButtonClass",
    "IASKButtonAction", "IASKRegex", "ViewControllerClass", "StoryBoardId", "SegueIdentifier",
  ]
}

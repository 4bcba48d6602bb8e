/// The element types that Apple and InAppSettingsKit document, and the kind of row each makes.
enum SpecifierType: String, CaseIterable {
  case group = "PSGroupSpecifier"
  case toggle = "PSToggleSwitchSpecifier"
  case slider = "PSSliderSpecifier"
  case title = "PSTitleValueSpecifier"
  case text = "PSTextFieldSpecifier"
  case choice = "PSMultiValueSpecifier"
  case radio = "PSRadioGroupSpecifier"
  case pane = "PSChildPaneSpecifier"
  case link = "IASKOpenURLSpecifier"
  case mail = "IASKMailComposeSpecifier"
  case button = "IASKButtonSpecifier"
  case textview = "IASKTextViewSpecifier"
  case date = "IASKDatePickerSpecifier"
  case list = "IASKListGroupSpecifier"
  case custom = "IASKCustomViewSpecifier"

  private static let names = allCases.map {
    (length: $0.rawValue.utf8.count, name: $0.rawValue, type: $0)
  }

  /// The type of a name; comparing lengths and then bytes is quicker than hashing.
  init?(named name: String) {
    let (names, length) = (Self.names, name.utf8.count)
    let known = names.indices.first {
      names[$0].length == length && names[$0].name.isSame(as: name)
    }
    guard let known else { return nil }
    self = names[known].type
  }

  /// The kind of row; nil for a group, which is none.
  var kind: ControlKind? {
    switch self {
    case .group: nil
    case .toggle: .toggle
    case .slider: .slider
    case .title: .title
    case .text: .text
    case .choice: .choice
    case .radio: .radio
    case .pane: .pane
    case .link: .link
    case .mail: .mail
    case .button: .button
    case .textview: .textview
    case .date: .date
    case .list: .list
    case .custom: .custom
    }
  }

  /// Whether the element opens a group of its own.
  var isGroup: Bool { self == .group || self == .radio || self == .list }
}

/// The types of the elements of one file: their names are few and come again and again, and so do
/// the keys of elements of one type.
struct SpecifierTypes {
  private static let most = 4

  private var asked = AskedPlaces(of: SpecifierKey.common)
  private var known: [(name: String, type: SpecifierType?)] = []

  /// Where the common keys stand; nil for an element of hundreds of keys.
  mutating func places(in values: PropertyListDictionary) -> AskedKeys.Places? {
    asked.places(in: values)
  }

  /// The type of a name, nil for one that nobody documents.
  mutating func type(named name: String) -> SpecifierType? {
    for index in known.indices where known[index].name.isIdentical(to: name) {
      return known[index].type
    }
    let type = SpecifierType(named: name)
    if known.count < Self.most { known.append((name, type)) }
    return type
  }
}

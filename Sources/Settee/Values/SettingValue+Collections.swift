import SetteeValues

extension Array: SettingValue where Element: SettingValue {
  /// Creates an array from its stored form, or returns `nil` if an element has the wrong type.
  public init?(settingValue stored: PropertyList) {
    guard case .array(let elements) = stored else { return nil }
    let values = elements.compactMap(Element.init(settingValue:))
    guard values.count == elements.count else { return nil }
    self = values
  }

  /// The array in the form in which it is stored in a settings file.
  public var settingValue: PropertyList? { get throws { .array(try map { try $0.storedElement }) } }

  /// The type of row that edits the array, which is a list.
  public static var settingForm: SettingPresentation { .list(Element.settingForm) }
}

extension Set: SettingValue where Element: SettingValue {
  /// Creates a set from its stored form, or returns `nil` if an element has the wrong type.
  public init?(settingValue stored: PropertyList) {
    guard let elements = [Element](settingValue: stored) else { return nil }
    self.init(elements)
  }

  /// The set in the form in which it is stored in a settings file, which is an array.
  ///
  /// The elements are sorted by their text, so that equal sets always have the same stored form.
  public var settingValue: PropertyList? {
    get throws {
      let keyed = try map { try $0.storedElement }.map { (text: "\($0)", value: $0) }
      return .array(keyed.sorted { $0.text.precedes($1.text) }.map(\.value))
    }
  }

  /// The type of row that edits the set, which is a list.
  public static var settingForm: SettingPresentation { .list(Element.settingForm) }
}

extension Dictionary: SettingValue where Key: SettingValue, Value: SettingValue {
  /// Creates a dictionary from its stored form, or returns `nil` if an entry has the wrong type.
  public init?(settingValue stored: PropertyList) {
    guard case .dictionary(let entries) = stored else { return nil }
    var values: [Key: Value] = [:]
    for (storedKey, storedValue) in entries {
      guard let key = Key(settingValue: .string(storedKey)),
        let value = Value(settingValue: storedValue)
      else { return nil }
      values[key] = value
    }
    self = values
  }

  /// The dictionary in the form in which it is stored, without entries whose value is `nil`.
  public var settingValue: PropertyList? {
    get throws {
      let entries = try compactMap { key, value in
        try value.settingValue.map { (try key.storedKey, $0) }
      }
      return .dictionary(PropertyListDictionary(entries.sorted { $0.0.precedes($1.0) }))
    }
  }
}

extension SettingValue {
  /// The value in the form of an array element, which can't be `nil` in a property list.
  fileprivate var storedElement: PropertyList {
    get throws {
      guard let stored = try settingValue else {
        throw SetteeError(
          .invalidValue, "a list can't contain nil; omit the element, or store a value for it")
      }
      return stored
    }
  }

  /// The value in the form of a dictionary key, which must be a string or an integer.
  fileprivate var storedKey: String {
    get throws {
      switch try settingValue {
      case .string(let text)?: return text
      case .integer(let number)?: return String(number)
      case .bigInteger(let number)?: return String(number)
      default:
        throw SetteeError(
          .invalidValue,
          "\(Self.self) can't be the key of a stored dictionary; use strings or numbers"
        )
      }
    }
  }
}

extension Optional: SettingValue where Wrapped: SettingValue {
  /// Creates an optional value from the stored form of the wrapped value.
  ///
  /// This initializer is called only if the settings file contains the key.
  public init?(settingValue stored: PropertyList) {
    guard let value = Wrapped(settingValue: stored) else { return nil }
    self = .some(value)
  }

  /// The value in the form in which it is stored, or `nil` to remove the key from the file.
  public var settingValue: PropertyList? { get throws { try self?.settingValue } }

  /// The type of row that edits a value of the wrapped type.
  public static var settingForm: SettingPresentation { Wrapped.settingForm }
}

/// A type-erased optional.
protocol OptionalSetting {
  var isAbsent: Bool { get }
}

extension Optional: OptionalSetting {
  var isAbsent: Bool { self == nil }
}

/// The format of a settings file, including its dialect.
package enum Format: Sendable, Equatable {
  case toml
  /// JSON, or JSON with comments and trailing commas (JSONC).
  case json(allowsComments: Bool)
  case json5
  case yaml
  /// A line-based format such as an INI file, a flat file, or an environment file.
  ///
  /// Each line has the form `key = value`, and lines can be grouped into sections.
  indirect case lines(Dialect)
  /// A system file that a lens of Augeas reads, such as `Hosts.lns`.
  case augeas(lens: String)

  /// The name of the format, as accepted by the `--format` option.
  package var name: String {
    switch self {
    case .toml: "toml"
    case .json(let allowsComments): allowsComments ? "jsonc" : "json"
    case .json5: "json5"
    case .yaml: "yaml"
    case .lines(let dialect): dialect.name
    case .augeas(let lens):
      "augeas:" + (lens.hasSuffix(".lns") ? String(lens.dropLast(4)) : lens)
    }
  }

  /// All file formats that Settee supports, except those that need a lens.
  package static let all: [Format] =
    [.toml, .json(allowsComments: false), .json(allowsComments: true), .json5, .yaml]
    + Dialect.all.map { .lines($0) }

  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// A Boolean value that indicates whether values in the format have types, so that a new key
  /// needs a type.
  package var isTyped: Bool {
    switch self {
    case .toml, .json, .json5, .yaml: true
    case .lines, .augeas: false
    }
  }

  /// A Boolean value that indicates whether the format is JSON, possibly with extensions such as
  /// comments.
  package var isJSON: Bool {
    switch self {
    case .json, .json5: true
    case .toml, .yaml, .lines, .augeas: false
    }
  }

  package var dialect: Dialect? {
    if case .lines(let dialect) = self { dialect } else { nil }
  }

  /// A Boolean value that indicates whether a lens of Augeas reads the format.
  package var isAugeas: Bool { if case .augeas = self { true } else { false } }
}

extension Format {
  /// Returns the scalar for a value in a format without types, or `nil` for a format with types.
  package func literal(of value: Value, like old: Scalar?) throws -> Scalar? {
    if isTyped { return nil }
    return Scalar(.untyped, try notation.encode(value, like: old), in: self)
  }

  /// Creates the format for a `--format` argument such as `toml`, `ini:git`, or `flat:postgres`.
  package init?(option word: String) {
    let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[0] == "augeas" {
      self = .augeas(lens: parts[1].contains(".") ? parts[1] : parts[1] + ".lns")
      return
    }
    self.init(named: parts.last ?? "")
    guard parts.count == 2 else { return }
    let hasSections = dialect.map { $0.sections == .brackets || $0.sections == .git }
    let isFamily = parts[0] == "ini" ? hasSections : hasSections.map { !$0 }
    guard parts[0] == "ini" || parts[0] == "flat", isFamily == true else { return nil }
  }
}

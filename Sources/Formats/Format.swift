/// A format of settings files, with all that tells it from its relatives.
package enum Format: Sendable, Equatable {
  case toml
  /// JSON; with comments and trailing commas where they are allowed.
  case json(allowsComments: Bool)
  /// Lines of `key = value`, in sections or not: INI, flat files, environments.
  case lines(Dialect)

  /// The name by which `--format` knows it.
  package var name: String {
    switch self {
    case .toml: "toml"
    case .json(let allowsComments): allowsComments ? "jsonc" : "json"
    case .lines(let dialect): dialect.name
    }
  }

  /// All formats, in the order in which help lists them.
  package static let all: [Format] =
    [.toml, .json(allowsComments: false), .json(allowsComments: true)]
    + Dialect.all.map { .lines($0) }

  package init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// Whether a value has a type in the file, so that a new key needs one.
  package var isTyped: Bool {
    if case .lines = self { false } else { true }
  }

  /// The dialect of a file made of lines.
  var dialect: Dialect? {
    if case .lines(let dialect) = self { dialect } else { nil }
  }
}

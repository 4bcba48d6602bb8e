/// The lists in INI files of Python programs that are separated by commas, also at the ends of lines.
///
/// The sources of each program show how it splits the value of a key.
extension Dialect {
  /// Returns whether the program that reads a key splits its value at commas, and whether it splits the
  /// value at line endings too.
  ///
  /// The result is `nil` for a key that isn't known as such a list.
  package func splitsAtLines(key: Key, in section: Key) -> Bool? {
    guard self == .python else { return nil }
    let key = Key(compared(key).bytes.map { $0 == "_" ? 0x2D : $0 }).text
    let section = section.text
    return switch section {
    case "mypy": Self.listsOfMypy.contains(key) ? false : nil
    case let name where name.hasPrefix("mypy-"):
      Self.listsOfModulesOfMypy.contains(key) ? false : nil
    case "pycodestyle", "pep8": Self.listsOfPycodestyle.contains(key) ? false : nil
    case "flake8": Self.listsOfFlake8.contains(key) ? true : nil
    case let name
    where Self.sectionsOfPylint.contains(name.uppercased()) || name.hasPrefix("pylint."):
      Self.listsOfPylint.contains(key) ? false : nil
    default: nil
    }
  }

  /// The keys that mypy splits with `split_commas` or `try_split`.
  private static let listsOfMypy: Set =
    listsOfModulesOfMypy.union([
      "enable-incomplete-feature", "files", "modules", "package-root", "packages", "plugins",
      "untyped-calls-exclude",
    ])

  /// The lists of mypy that a section for some modules, such as `mypy-foo.*`, can have too.
  private static let listsOfModulesOfMypy: Set = [
    "always-false", "always-true", "disable-error-code", "enable-error-code",
  ]

  /// The keys that pycodestyle splits with `_parse_multi_options` or `normalize_paths`.
  private static let listsOfPycodestyle: Set = ["exclude", "filename", "ignore", "select"]

  /// The options of flake8 with `comma_separated_list`.
  private static let listsOfFlake8: Set = [
    "builtins", "exclude", "extend-exclude", "extend-ignore", "extend-select", "filename", "ignore",
    "select",
  ]

  /// The usual sections of a pylintrc.
  private static let sectionsOfPylint: Set = [
    "BASIC", "CLASSES", "DESIGN", "EXCEPTIONS", "IMPORTS", "LOGGING", "MAIN", "MASTER",
    "MESSAGES CONTROL", "MISCELLANEOUS", "REFACTORING", "TYPECHECK", "VARIABLES",
  ]

  /// The options of pylint with the type `csv`, and those that it splits with `_check_csv`.
  private static let listsOfPylint: Set = [
    "additional-builtins", "allow-any-import-level", "allowed-redefined-builtins", "bad-functions",
    "bad-names", "callbacks", "contextmanager-decorators", "defining-attr-methods",
    "deprecated-modules", "disable", "enable", "exclude-protected", "extension-pkg-allow-list",
    "extension-pkg-whitelist", "fail-on", "good-dunder-names", "good-names", "ignore",
    "ignored-checks-for-mixins", "ignored-classes", "ignored-modules", "ignored-parents",
    "known-first-party", "known-standard-library", "known-third-party", "load-plugins",
    "logging-modules", "never-returning-functions", "notes", "overgeneral-exceptions",
    "preferred-modules", "property-classes", "redefining-builtins-modules", "signature-mutators",
    "valid-classmethod-first-arg", "valid-metaclass-classmethod-first-arg",
  ]
}

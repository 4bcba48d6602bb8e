import Settee
import SetteeValues

/// Converts the arguments of the command line to a command with operands and options.
///
/// Options can occur anywhere before the argument `--`. After KEY, an argument that starts with a
/// hyphen is a value unless it is an option of the command. Directly after KEY, `-h` is a value too.
package struct ArgumentParser {
  private let syntax: Syntax
  private var words: ArraySlice<String>
  private var verb: Verb?
  private var operands: [String] = []
  private var options: [String: String] = [:]
  private var onlyOperands = false
  /// The number of operands before the argument `--`, or `nil` without this argument.
  private var operandsBeforeDashes: Int?

  /// Parses the arguments that follow the name of the program.
  ///
  /// - Returns: The command, which is `nil` to open the editor, with its operands and options.
  package static func parse(
    _ words: [String], syntax: Syntax
  ) throws -> (verb: Verb?, operands: [String], options: [String: String]) {
    var parser = ArgumentParser(syntax: syntax, words: words[...])
    try parser.parse()
    return (parser.verb, parser.operands, parser.options)
  }

  private mutating func parse() throws {
    while let word = words.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        try parse(word)
      } else if word == "--" {
        onlyOperands = true
        operandsBeforeDashes = operands.count
      } else if !(try takeOption(word)) {
        operands.append(word)
      }
    }
    // Don't require operands if the user only requests help or the version.
    if options["help"] ?? options["version"] == nil { try countOperands() }
  }

  private mutating func parse(_ word: String) throws {
    guard verb == nil, operands.isEmpty, !onlyOperands else {
      operands.append(word)
      return
    }
    if let verb = syntax.verb(word) {
      self.verb = verb
    } else if let verb = Syntax.otherWords[word], syntax.verb(verb) != nil {
      let call = "\(syntax.program) \(ShellCommand.line([verb] + words))"
      throw SetteeError(.usage, "Unknown command '\(word)'. Did you mean '\(verb)'? Run: \(call)")
    } else {
      operands.append(word)
    }
  }

  // MARK: Options

  /// Parses an option and its value, or returns `false` if the argument isn't an option.
  private mutating func takeOption(_ word: String) throws -> Bool {
    let body = word.drop { $0 == "-" }
    let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = option(word, name) else {
      if valueMayFollow { return false }
      throw unknownOption(word, name)
    }
    if isValueNext, ["help", "version"].contains(option.name) {
      if !word.hasPrefix("--") { return false }
      throw SetteeError(
        .usage,
        "\(caller)'\(word)' is an option, not a value. Put -- before a value that looks like an option."
      )
    }
    let given = word.hasPrefix("--") && parts.count > 1 ? String(parts[1]) : nil
    options[option.name] = try value(of: option, given: given)
    return true
  }

  private func option(_ word: String, _ name: String) -> VerbOption? {
    if word.hasPrefix("--") { return known.first { $0.name == name } }
    guard word.count == 2, let letter = word.last else { return nil }
    return known.first { $0.letter == letter }
  }

  private var known: [VerbOption] { (verb?.options ?? []) + syntax.common }

  private mutating func value(
    of option: VerbOption, given: String?
  ) throws -> String {
    guard let wanted = option.value else {
      if given == nil { return "" }
      throw SetteeError(.usage, "--\(option.name) does not accept a value.")
    }
    guard case .oneOf(let allowed) = wanted.kind else {
      if let value = given ?? words.popFirst() { return value }
      throw SetteeError(.usage, "Missing value for --\(option.name). Usage: \(option.usage)")
    }
    let list = allowed.joined(separator: ", ")
    guard let value = given ?? words.popFirst() else {
      throw SetteeError(.usage, "Missing value for --\(option.name). Choose one of: \(list).")
    }
    if allowed.contains(value) { return value }
    let isOfFile = option.name == "format" && syntax.namesApp && Format(option: value) != nil
    let hint =
      isOfFile
      ? " To read a file as \(value), use '\(syntax.program) list FILE --format \(value) --json'."
      : Suggestion.nearest(to: value, among: allowed).map { " Did you mean '\($0)'?" } ?? ""
    throw SetteeError(
      .usage, "Invalid value '\(value)' for --\(option.name). Choose one of: \(list).\(hint)")
  }

  private var valueMayFollow: Bool { valuePosition.map { operands.count >= $0 } ?? false }

  /// A Boolean value that indicates whether the next operand is the value, directly after KEY.
  private var isValueNext: Bool { operands.count == valuePosition }

  private var valuePosition: Int? {
    verb.map(syntax.operands)?.firstIndex { $0.kind == .value }
  }

  /// The start of an error message, which is the name of the command.
  ///
  /// The name of the program precedes every error message.
  private var caller: String { verb.map { "\($0.name): " } ?? "" }

  private func unknownOption(_ word: String, _ name: String) -> SetteeError {
    if let near = Suggestion.nearest(to: name, among: known.filter { !$0.isHidden }.map(\.name)) {
      return SetteeError(.usage, "\(caller)Unknown option \(word). Did you mean --\(near)?")
    }
    let owners = syntax.shownVerbs.filter { $0.options.contains { $0.name == name } }
    guard !owners.isEmpty, word.hasPrefix("--") else {
      let help = verb.map { "help \($0.name)" } ?? "help"
      return SetteeError(
        .usage, "\(caller)Unknown option \(word). See '\(syntax.program) \(help)'.")
    }
    if let first = operands.first, verb == nil {
      let near = Suggestion.nearest(to: first, among: syntax.shownVerbs.map(\.name))
      let advice =
        near.map { "Did you mean '\($0)'?" } ?? "See '\(syntax.program) help'."
      return SetteeError(.usage, "Unknown command '\(first)'. \(advice)")
    }
    let others = owners.count > 3 ? " and others" : ""
    let names = owners.prefix(3).map(\.name).joined(separator: ", ") + others
    return SetteeError(.usage, "\(caller)Unknown option \(word). It is an option of \(names).")
  }

  // MARK: Operands

  private func countOperands() throws {
    let given = self.operands
    guard let verb else {
      let most = syntax.namesApp ? 1 : 0
      if given.count > most { throw syntax.unknownWord(given[0], before: given[most]) }
      return
    }
    let operands = syntax.operands(of: verb)
    let usage = syntax.usage(of: verb)
    let needed = operands.prefix { $0.isNeeded }
    if given.count < needed.count {
      throw SetteeError(.usage, "Missing argument \(needed[given.count].name). Usage: \(usage)")
    }
    guard given.count > operands.count, !operands.contains(where: \.takesMany) else { return }
    if let start = operandsBeforeDashes,
      let word = given[start...].first(where: { word in
        known.contains { word == "--" + $0.name || word.hasPrefix("--\($0.name)=") }
      })
    {
      throw SetteeError(
        .usage,
        "\(caller)Unexpected argument '\(word)'. After --, it isn't an option. Put options before --."
      )
    }
    if let dashed = given.first(where: { $0.hasPrefix("--") }),
      let near = Suggestion.nearest(to: dashed, among: known.map { "--" + $0.name })
    {
      throw SetteeError(.usage, "\(caller)Unknown option \(dashed). Did you mean \(near)?")
    }
    let extra = given[operands.count]
    throw SetteeError(
      .usage,
      "Unexpected argument '\(extra)'. Quote values that contain spaces. Usage: \(usage)")
  }
}

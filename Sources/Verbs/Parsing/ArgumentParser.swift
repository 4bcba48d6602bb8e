import Settee

/// Turns the words of a command line into an invocation, or into a sentence that says what is wrong.
///
/// Pure: it opens nothing and asks nobody. Options may stand anywhere before `--`; a word that
/// begins with a dash is a value once a KEY stands before it, unless it is an option of the verb.
package struct ArgumentParser {
  private let syntax: Syntax
  private var words: ArraySlice<String>
  private var result = Invocation()
  private var onlyOperands = false

  /// Reads the words that follow the program's name.
  package static func parse(
    _ words: [String], syntax: Syntax
  ) throws(Failure) -> Invocation {
    var parser = ArgumentParser(syntax: syntax, words: words[...])
    return try parser.invocation()
  }

  private mutating func invocation() throws(Failure) -> Invocation {
    while let word = words.popFirst() {
      if onlyOperands || word == "-" || !word.hasPrefix("-") {
        try take(word)
      } else if word == "--" {
        onlyOperands = true
      } else if !(try takeOption(word)) {
        result.operands.append(word)
      }
    }
    // Help is given for any call, however unfinished.
    if !result.has("help"), !result.has("version") { try countOperands() }
    return result
  }

  private mutating func take(_ word: String) throws(Failure) {
    guard result.verb == nil, result.operands.isEmpty, !onlyOperands else {
      result.operands.append(word)
      return
    }
    if let verb = syntax.verb(word) {
      result.verb = verb
    } else if let verb = Syntax.otherWords[word], syntax.verb(verb) != nil {
      let rest = ([verb] + words).map(ShellWord.quoted).joined(separator: " ")
      throw Failure(.usage, "\(syntax.program) calls “\(word)” \(verb): \(syntax.program) \(rest)")
    } else {
      result.operands.append(word)
    }
  }

  // MARK: Options

  /// Takes an option and its value; false when the word is a value instead.
  private mutating func takeOption(_ word: String) throws(Failure) -> Bool {
    let body = word.drop { $0 == "-" }
    let parts = body.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let option = option(word, name) else {
      if valueMayFollow { return false }
      throw unknownOption(word, name)
    }
    let given = word.hasPrefix("--") && parts.count > 1 ? String(parts[1]) : nil
    result.options[option.name] = try value(of: option, given: given)
    return true
  }

  private func option(_ word: String, _ name: String) -> VerbOption? {
    if word.hasPrefix("--") { return options.first { $0.name == name } }
    guard word.count == 2, let letter = word.last else { return nil }
    return options.first { $0.letter == letter }
  }

  /// The options that the verb takes.
  private var options: [VerbOption] { (result.verb?.options ?? []) + syntax.common }

  private mutating func value(
    of option: VerbOption, given: String?
  ) throws(Failure) -> String {
    switch option.value {
    case .flag:
      guard given == nil else {
        throw Failure(.usage, "--\(option.name) takes no value; leave the = out.")
      }
      return ""
    case .oneOf(let allowed):
      let list = allowed.joined(separator: ", ")
      guard let value = given ?? words.popFirst() else {
        throw Failure(.usage, "--\(option.name) needs one of: \(list).")
      }
      guard allowed.contains(value) else {
        let hint = Nearest.to(value, among: allowed).map { " Did you mean \($0)?" } ?? ""
        throw Failure(.usage, "--\(option.name) takes one of \(list), not “\(value)”.\(hint)")
      }
      return value
    case .text(let what), .file(let what):
      guard let value = given ?? words.popFirst() else {
        throw Failure(.usage, "--\(option.name) needs a value: --\(option.name) \(what).")
      }
      return value
    }
  }

  private var valueMayFollow: Bool {
    guard let verb = result.verb else { return false }
    let operands = syntax.operands(of: verb)
    guard let position = operands.firstIndex(where: { $0.kind == .value }) else { return false }
    return result.operands.count >= position
  }

  private func unknownOption(_ word: String, _ name: String) -> Failure {
    let caller = result.verb.map { "\(syntax.program) \($0.name)" } ?? syntax.program
    if let near = Nearest.to(name, among: options.filter { !$0.isHidden }.map(\.name)) {
      return Failure(.usage, "\(caller) has no option \(word); did you mean --\(near)?")
    }
    let owners = syntax.shownVerbs.filter { $0.options.contains { $0.name == name } }
    if !owners.isEmpty, word.hasPrefix("--") {
      if let first = result.operands.first, result.verb == nil {
        let near = Nearest.to(first, among: syntax.shownVerbs.map(\.name))
        let hint = near.map { "did you mean \(syntax.program) \($0)?" }
        return Failure(
          .usage,
          "“\(first)” is no verb, and only a verb takes \(word); \(hint ?? "see \(syntax.program) help.")"
        )
      }
      let others = owners.count > 3 ? " and others" : ""
      let names = owners.prefix(3).map(\.name).joined(separator: ", ") + others
      return Failure(.usage, "\(caller) has no option \(word); it belongs to \(names).")
    }
    let help = result.verb.map { "help \($0.name)" } ?? "help"
    return Failure(.usage, "\(caller) has no option \(word); see \(syntax.program) \(help).")
  }

  // MARK: Operands

  private func countOperands() throws(Failure) {
    guard let verb = result.verb else {
      let most = syntax.namesApp ? 1 : 0
      if result.operands.count > most { throw tooMany(result.operands, after: most) }
      return
    }
    let operands = syntax.operands(of: verb)
    let needed = operands.prefix { $0.isNeeded }
    if result.operands.count < needed.count {
      let missing = needed[result.operands.count]
      throw Failure(
        .usage,
        "\(syntax.program) \(verb.name) needs \(missing.name): \(syntax.usage(of: verb))".asSentence
      )
    }
    if result.operands.count > operands.count, !operands.contains(where: \.takesMany) {
      throw tooMany(result.operands, after: operands.count)
    }
  }

  private func tooMany(_ operands: [String], after count: Int) -> Failure {
    let extra = operands[count]
    guard let verb = result.verb else {
      return syntax.unknownWord(operands[0], before: extra)
    }
    if let dashed = operands.first(where: { $0.hasPrefix("--") }),
      let near = Nearest.to(dashed, among: options.map { "--" + $0.name })
    {
      return Failure(
        .usage, "\(syntax.program) \(verb.name) has no option \(dashed); did you mean \(near)?")
    }
    return Failure(
      .usage,
      "\(syntax.program) \(verb.name) takes no further word “\(extra)”; quote a value that has spaces: \(syntax.usage(of: verb))."
    )
  }
}

import Settee

extension Verb {
  package static let completions = Verb(
    "completions", "Print a completion script for a shell",
    operands: [Operand("bash|zsh|fish", .oneOf(["bash", "zsh", "fish"]))],
    notes: [
      "For bash: settee completions bash > ~/.local/share/bash-completion/completions/settee",
      "For zsh: settee completions zsh > DIR/_settee, where DIR is in $fpath",
      "For fish: settee completions fish > ~/.config/fish/completions/settee.fish",
    ],
    examples: ["completions bash"]
  ) { call in
    let script =
      switch call.operands[0] {
      case "bash": PackageResources.completions_bash
      case "zsh": PackageResources.completions_zsh
      case "fish": PackageResources.completions_fish
      case let shell:
        throw SetteeError(.usage, "Unknown shell '\(shell)'. Use bash, zsh, or fish.")
      }
    try call.console.write(String(decoding: script, as: UTF8.self))
    return .done
  }

  package static let complete = Verb(
    "__complete", "Print completions of the last argument",
    operands: [Operand("WORD", .text, .many)], hidden: true
  ) { call in
    let words = call.operands
    let completion = Completion(before: words.dropLast(), word: words.last ?? "", call: call)
    for word in completion.candidates { try call.console.line(SafeText.line(word)) }
    return .done
  }
}

/// The possible completions for the argument that the user is typing, which are the same for all
/// shells.
private struct Completion {
  /// A marker in the output that tells the shell to complete file names.
  static let files = ":files"

  let before: ArraySlice<String>
  let word: String
  let call: Call

  var candidates: [String] {
    let isOption = word.hasPrefix("-")
    let names = { options.filter { !$0.isHidden }.map { "--" + $0.name } }
    let all = valuesOfOption ?? (isOption ? names() : operandCandidates)
    return all.filter { $0 == Self.files || $0.utf8.starts(with: word.utf8) }
  }

  private var syntax: Syntax { call.syntax }

  private var verb: Verb? { before.lazy.compactMap(syntax.verb).first }

  private var options: [VerbOption] { (verb?.options ?? []) + syntax.common }

  /// The possible values of the option before the cursor, or `nil` if that option doesn't have a
  /// value.
  private var valuesOfOption: [String]? {
    guard let last = before.last, last.hasPrefix("--"),
      let option = options.first(where: { "--" + $0.name == last }), let value = option.value
    else { return nil }
    return option.name == "domain" ? domains : candidates(for: value, after: [])
  }

  /// The arguments before the cursor, without options and their values.
  private var operands: [String] {
    var result: [String] = []
    var rest = before
    while let word = rest.popFirst() {
      if !word.hasPrefix("-") || word == "-" {
        result.append(word)
      } else if options.contains(where: { "--" + $0.name == word && $0.value != nil }) {
        _ = rest.popFirst()
      }
    }
    return result
  }

  private var operandCandidates: [String] {
    let words = operands
    guard let verb else {
      return words.isEmpty ? syntax.shownVerbs.map(\.name) + domains + [Self.files] : []
    }
    let given = Array(words.dropFirst())
    let all = syntax.operands(of: verb)
    if given.count < all.count { return candidates(for: all[given.count], after: given) }
    guard let last = all.last, last.takesMany else { return [] }
    return candidates(for: last, after: given)
  }

  private func candidates(for operand: Operand, after given: [String]) -> [String] {
    switch operand.kind {
    case .app: domains + [Self.files]
    case .path: [Self.files]
    case .oneOf(let words): words.isEmpty ? syntax.shownVerbs.map(\.name) : words
    case .key: app(given)?.places.map(\.key) ?? []
    case .list: app(given).map { $0.lists.map(\.key) + $0.missingRepeatedKeys } ?? []
    case .item:
      (app(given)?.lists ?? []).flatMap { list in
        [list.key] + (0..<list.count).map { "\(list.key)[\($0)]" }
      }
    case .value where given.count > 1 && verb?.name == Verb.remove.name:
      app(given)?.items(of: given[1]) ?? []
    case .value: given.count > 1 ? values(of: given[1], in: app(given)) : []
    case .text: []
    }
  }

  private var domains: [String] {
    let names = (try? call.finder().domainNames()) ?? []
    let tails = names.map(\.lastPart)
    let unique = tails.filter { tail in tails.count { $0 == tail } == 1 }
    return unique + names.map(\.text)
  }

  private func app(_ given: [String]) -> App? {
    given.first.flatMap { try? call.finder().open($0) }
  }

  private func values(of key: String, in app: App?) -> [String] {
    guard let control = app?.place(key).setting?.control, !control.isSecure else { return [] }
    if control.kind == .toggle { return ["on", "off"] }
    return control.choices.map { ValueFormatter.printed($0.value) }
  }
}

extension App {
  /// The keys that aren't set and that may have several lines in the file.
  fileprivate var missingRepeatedKeys: [String] {
    guard let content = domains.first?.text?.known, !content.hasTypes else { return [] }
    return missingKeys(in: "").filter { content.mayRepeat($0) }
  }

  /// Returns the texts of the items of a list, unless it is secret.
  fileprivate func items(of key: String) -> [String] {
    guard let list = try? reference(key, toRead: true), !list.place.isSecret else { return [] }
    let items = (list.items ?? []).filter { !list.place.holdsSecret($0) }
    return items.map { ValueFormatter.printed($0) }
  }

  /// The lists in the app, with the number of their items.
  fileprivate var lists: [(key: String, count: Int)] {
    let own = places.compactMap { place -> (String, Int)? in
      guard let items = place.effective?.value.array else { return nil }
      return (place.key, items.count)
    }
    let tables = domains.first?.text?.known?.listsOfTables ?? []
    return own + tables
  }
}

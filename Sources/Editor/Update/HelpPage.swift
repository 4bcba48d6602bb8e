extension EditorState {
  /// Opens help: the keys that work where the user is, then the marks, then all other keys.
  mutating func openHelp() -> [Effect] {
    if case .page(let page) = mode, page.kind == .help { return [] }
    modes.append(
      .page(Page(kind: .help, title: words(.helpTitle), lines: keys.helpLines(context, words))))
    return []
  }
}

extension KeyMap {
  /// The keymap as a page: the lines of a context first.
  func helpLines(_ first: KeyContext, _ words: Words) -> [PageLine] {
    var lines = lines(of: first, words) + marks(words)
    for context in KeyContext.allCases where context != first {
      lines += self.lines(of: context, words)
    }
    return lines
  }

  private func lines(of context: KeyContext, _ words: Words) -> [PageLine] {
    let known = (bindings[context] ?? []).filter { !$0.keys.isEmpty }
    return [PageLine("", words(context.phrase), isHeading: true)]
      + known.map { PageLine($0.keys.joined(separator: " "), words($0.help)) } + [PageLine("", "")]
  }

  private func marks(_ words: Words) -> [PageLine] {
    [
      PageLine("", words(.marksHeading), isHeading: true),
      PageLine("*", words(.marksModified)), PageLine("^", words(.marksUnpushed)),
      PageLine("#", words(.marksManaged)), PageLine("+", words(.marksStaged)), PageLine("", ""),
    ]
  }
}

extension KeyContext {
  /// What the help page calls the context.
  var phrase: Phrase {
    switch self {
    case .rows: .contextRows
    case .text: .contextText
    case .longText: .contextLongText
    case .slider: .contextSlider
    case .date: .contextDate
    case .list: .contextList
    case .apps: .contextApps
    case .search: .contextSearch
    case .page: .contextPage
    case .question: .contextQuestion
    case .push: .contextPush
    }
  }
}

import Settee

extension PickList {
  /// Does what a command means for any list with a filter.
  mutating func perform(_ command: Command, rows: Int) {
    switch command {
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -max(rows - 1, 1))
    case .pageDown: move(by: max(rows - 1, 1))
    case .first: focus(on: 0)
    case .last: focus(on: shown.count - 1)
    case .eraseBackward, .cutWord, .cutToStart: edit { $0.perform(command) }
    default: break
    }
  }
}

extension EditorState {
  /// Opens the choices of a row.
  mutating func chooseFor(_ target: Target) {
    let control = target.control
    let value = value(of: target)
    let current = control.choiceIndex(of: value) ?? (value == nil ? nil : -1)
    var entries: [PickList<Int>.Entry] = []
    if current == -1, let value {
      entries.append(.init(-1, words(.notInList, Literal.text(value))))
    }
    entries += control.choices.indices.map { .init($0, control.choices[$0].title) }
    let focus = entries.firstIndex { $0.id == current } ?? 0
    modes.append(
      .choosing(
        Choosing(target: target, list: PickList(entries, focus: focus), current: current)))
  }

  /// Does what a command means in the choices of a row.
  mutating func perform(_ command: Command, _ choosing: Choosing) -> [Effect] {
    var choosing = choosing
    switch command {
    case .keep: return pick(choosing)
    case .cancel: modes.removeLast()
    default:
      choosing.list.perform(command, rows: listRows - 1)
      top = .choosing(choosing)
    }
    return []
  }

  private mutating func pick(_ choosing: Choosing) -> [Effect] {
    guard let entry = choosing.list.focused else { return [] }
    guard choosing.target.control.choices.indices.contains(entry.id) else {
      modes.removeLast()
      return []
    }
    return write(choosing.target, choosing.target.control.choices[entry.id].value)
  }

  /// Does what a command means in a list of acts or languages.
  mutating func perform(_ command: Command, _ menu: Menu) -> [Effect] {
    var menu = menu
    switch command {
    case .keep:
      guard let entry = menu.list.focused else { return [] }
      modes.removeLast()
      switch entry.id {
      case .command(let command): return perform(command)
      case .language(let tag): return [.speak(tag)]
      }
    case .cancel: modes.removeLast()
    default:
      menu.list.perform(command, rows: listRows - 1)
      top = .menu(menu)
    }
    return []
  }

  /// Lists everything that can be done on rows, so that no key has to be known.
  mutating func openActions() {
    let lines = keys.lines(of: .rows).filter { !$0.command.moves && $0.command != .actions }
    let entries = lines.map { line in
      PickList<Menu.Choice>.Entry(
        .command(line.command), words(line.command == .help ? .helpTitle : line.help),
        detail: line.keys.joined(separator: " "))
    }
    modes.append(.menu(Menu(title: words(.actionsTitle), list: PickList(entries))))
  }

  /// Lists the languages of the panes.
  mutating func openLanguages() -> [Effect] {
    let tags = document.bundle.languages
    guard tags.count > 1 else { return say(.noLanguages) }
    let entries = tags.map { PickList<Menu.Choice>.Entry(.language($0), $0) }
    let focus = tags.firstIndex { $0 == document.bundle.language } ?? 0
    modes.append(
      .menu(Menu(title: words(.languageTitle), list: PickList(entries, focus: focus))))
    return []
  }

  /// Does what a command means in the list of apps.
  mutating func performInApps(_ command: Command) -> [Effect] {
    switch command {
    case .open:
      guard let entry = apps?.list.focused, let faces = apps?.faces else { return [] }
      return [.openApp(faces[entry.id].word)]
    case .quit: return quit()
    default:
      let rows = listRows - 1
      apps?.list.perform(command, rows: rows)
      return []
    }
  }
}

import Settee

extension HomeDialog {
  func describe(in lines: PlainMode) {
    let words = lines.words
    if let query, !query.isEmpty, rows.isEmpty { lines.console.write(words(.nothingFound)) }
    if entries.isEmpty { lines.console.write(words(.noApps)) }
    lines.show(.homeTitle)
    var number = 0
    for row in rows {
      switch row {
      case .gap: break
      case .heading(let phrase): lines.show(.lineHeading, words(phrase))
      case .entry, .more, .setting, .change:
        number += 1
        lines.console.write("\(number). \(sentence(row, words))")
      }
    }
    lines.show(.homeLineKeys)
  }

  /// Returns a row as a sentence.
  private func sentence(_ row: HomeRow, _ words: Strings) -> String {
    switch row {
    case .heading, .gap: return ""
    case .more(let count): return words(.homeMoreMissing, String(count))
    case .entry(let index):
      let entry = entries[index]
      let place = entry.place == title(of: entry) ? "" : entry.place
      let facts = [title(of: entry)] + entry.states(words) + [place, entry.format]
      return facts.filter { !$0.isEmpty }.joined(separator: ", ")
        + (entry.fault.map { ". \($0)" } ?? "")
    case .setting(let index, let number):
      let setting = entries[index].settings[number]
      let value = [setting.value, setting.isChanged ? words(.changed) : ""]
      return "\(title(of: entries[index])), \(setting.title): "
        + value.filter { !$0.isEmpty }.joined(separator: ", ")
    case .change(let index):
      let change = changes[index]
      return "\(change.time), \(change.app), \(change.title): "
        + words(.homeChange, change.old, change.new)
    }
  }

  func answer(_ line: String, in lines: PlainMode) {
    switch LineAnswer(line) {
    case .empty: break
    case .again: lines.describe()
    case .search(let text):
      lines.loop.perform { keepOpen(in: &$0) { $0.query = LineText(text) } }
      lines.describe()
    case .row(let number):
      guard focusable.indices.contains(number - 1) else {
        return lines.show(.lineNoRow, String(number))
      }
      lines.focus(on: number - 1)
      var isSetting = true
      switch rows[focusable[number - 1]] {
      case .entry, .more: isSetting = false
      default: break
      }
      lines.loop.act(.command(.open))
      if lines.state.showsHome, let message = lines.state.message {
        return lines.console.write(message.text)
      }
      lines.describe()
      if isSetting { lines.report() }
    case .back where query != nil:
      lines.loop.act(.command(.cancel))
      lines.describe()
    case .back, .act("q", _), .act("quit", _): lines.loop.ending = .left
    case .help: lines.help()
    default: lines.show(.lineUnknown, line)
    }
  }
}

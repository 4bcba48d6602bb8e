import Settee

extension Desk {
  /// What became of a key before, the latest first.
  func history(of name: SettingName, words: Words) throws(DeskError) -> [HistoryLine] {
    guard let domain = domain(of: name) else { return [] }
    let entries: [HistoryEntry]
    do { entries = try domain.history() } catch { throw DeskError(message: error.message) }
    let control = control(of: name)?.control
    return entries.reversed().filter { $0.path.key.utf8.elementsEqual(name.key.utf8) }.map {
      entry in
      HistoryLine(
        time: LocalTime.text(entry.time), author: "\(entry.user), \(entry.program)",
        old: shown(entry.old, entry, control, words), new: shown(entry.new, entry, control, words))
    }
  }

  private func shown(
    _ value: PropertyList?, _ entry: HistoryEntry, _ control: Control?, _ words: Words
  ) -> String {
    if entry.isSecret { return "********" }
    guard let value else { return words(.notSet) }
    return control?.text(of: value) ?? Literal.text(value)
  }

  /// Brings everything to the disk.
  func flush() {
    for domain in domains { try? domain.flush() }
  }

  /// Reads everything again; what is different comes through the inbox.
  func reload() {
    for domain in domains { try? domain.reload() }
  }
}

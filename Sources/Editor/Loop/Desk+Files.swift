import Settee
import SetteeVerbs

// What a desk knows of another program's settings file: its lines, and whether the rows still fit.

extension Desk {
  /// The settings file of a program that is open; nil for a domain of Settee's own.
  var file: TextFile? { domains.first?.text }

  /// An edit with the values that the file will give again: a line of a list of numbers is a number.
  func asStored(_ edit: Edit) -> Edit {
    guard let file else { return edit }
    var edit = edit
    for (index, change) in edit.changes.enumerated() {
      edit.changes[index].new = change.new.map { file.stored($0, at: LeafPath(change.name.key)) }
    }
    return edit
  }

  /// Takes an edit of a file back by its bytes, where it is the last one of its places; false where only
  /// its values are known.
  func takeBack(_ edit: Edit) throws -> Bool {
    guard file != nil, let domain = domains.first else { return false }
    let path = edit.changes.count == 1 ? edit.changes.first.map { LeafPath($0.name.key) } : nil
    let last = (try? domain.previewUndo(path, in: layer)) ?? []
    guard last.count == edit.changes.count,
      last.allSatisfy({ one in
        edit.changes.contains { LeafPath($0.name.key) == one.path && $0.new == one.new }
      })
    else { return false }
    try domain.undo(path, in: layer)
    return true
  }

  /// What has become of names in items of lists since the file was shown.
  func moves(of names: [SettingName]) -> [MovedName] {
    guard let file, let domain = domains.first else { return [] }
    let names = names.filter { self.domain(of: $0) === domain }
    let moved = file.movedKeys(names.map(\.key))
    return moved.flatMap { move in
      Set(names.filter { $0.key.isSame(as: move.old) }).map { name in
        MovedName(old: name, new: move.new.map { SettingName(domain: name.domain, key: $0) })
      }
    }
  }

  /// Whether the rows were made of a file that has others by now.
  var isOutdated: Bool {
    guard let file, let content = file.known else { return false }
    if faults?.areOutdated(by: content) == true { return true }
    guard !document.hasBundle else { return false }
    let rows = Set(document.rowsByName.keys.map { LeafPath($0.key) })
    return rows != Set((content.values.keys + content.commented.map(\.key)).map { LeafPath($0) })
  }

  /// The line at which a setting stands, or the one with the fault of a file that makes no sense.
  func line(of name: SettingName?) -> Int? {
    guard let file else { return nil }
    guard let content = file.known else { return file.faultLine }
    return name.flatMap { content.position(of: $0.key)?.line }
  }

  /// The lines of the file that are different since it was opened, and those that waiting changes will
  /// make different; no line of a secret is among them.
  func lineDifferences(_ waiting: [ValueChange]) -> [String] {
    guard let file, let first = file.first, let now = file.known else { return [] }
    let changes = waiting.map { KeyChange(LeafPath($0.name.key), old: $0.old, new: $0.new) }
    return first.lines(to: (try? now.after(changes)) ?? now) { domains[0].isSecret(LeafPath($0)) }
  }
}

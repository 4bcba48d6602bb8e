import Settee

/// One value that becomes another; nil is *unset*.
struct ValueChange: Sendable {
  /// Which value.
  var name: SettingName
  /// What the layer held before.
  var old: PropertyList?
  /// What it holds after.
  var new: PropertyList?
}

/// Why a change is made: it decides on which side of the log it is kept.
enum ChangeCause: Sendable, Equatable {
  /// The user edited.
  case edit
  /// The user took an edit back.
  case undo
  /// The user made an undone edit again.
  case redo
  /// Changes that waited are stored; each has its place in the log already.
  case staged(then: Leaving)
}

/// Where the user goes once nothing waits any more.
enum Leaving: Sendable, Equatable {
  case nowhere, toApps, outside
}

/// Several changes that are made, undone and redone as one.
struct Edit: Sendable {
  /// The changes in order.
  var changes: [ValueChange]
  /// What the user would call it: the row's title, or the name of the act.
  var title: String
  /// What is said once it is made, where the row alone does not show it.
  var said: String?
}

extension Edit {
  /// The edit that takes this one back.
  var reversed: Edit {
    let changes = changes.reversed().map { ValueChange(name: $0.name, old: $0.new, new: $0.old) }
    return Edit(changes: changes, title: title)
  }
}

/// The edits of this session that can be undone and redone.
struct EditLog: Sendable {
  /// What can be undone, the latest last.
  private(set) var done: [Edit] = []
  /// What can be redone, the latest last.
  private(set) var undone: [Edit] = []

  /// Keeps an edit that has been made.
  mutating func keep(_ edit: Edit, cause: ChangeCause) {
    switch cause {
    case .edit:
      done.append(edit)
      undone = []
    case .undo:
      if !done.isEmpty { done.removeLast() }
      undone.append(edit.reversed)
    case .redo:
      if !undone.isEmpty { undone.removeLast() }
      done.append(edit)
    case .staged: break
    }
  }

  /// Forgets the edit that cannot be taken back any more, or made again.
  mutating func drop(_ cause: ChangeCause) {
    if cause == .undo { _ = done.popLast() }
    if cause == .redo { _ = undone.popLast() }
  }
}

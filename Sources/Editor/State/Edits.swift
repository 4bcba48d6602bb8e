import Settee

/// Changes that wait to be stored, the first change of each value first.
struct StagedChanges: Sendable {
  private(set) var changes: [ValueChange] = []

  subscript(name: SettingName) -> ValueChange? { changes.first { $0.name == name } }

  /// Adds a change; one that leads back to what is stored is no change any more.
  mutating func stage(_ change: ValueChange) {
    let index = changes.firstIndex { $0.name == change.name }
    guard let index else { return changes.append(change) }
    changes[index].new = change.new
    if change.new == changes[index].old { changes.remove(at: index) }
  }

  /// Takes note of what somebody else has stored meanwhile: storing goes over that.
  mutating func rebase(_ name: SettingName, on value: PropertyList?) {
    guard let index = changes.firstIndex(where: { $0.name == name }) else { return }
    changes[index].old = value
    if changes[index].new == value { changes.remove(at: index) }
  }

  var isEmpty: Bool { changes.isEmpty }

  /// Follows the items of lists; returns the changes of those that are gone.
  mutating func follow(_ moves: [MovedName]) -> [ValueChange] {
    let lost = changes.filter { moves.place(of: $0.name) == nil }
    changes = changes.compactMap { change in
      moves.place(of: change.name).map {
        ValueChange(name: $0, old: change.old, new: change.new)
      }
    }
    return lost
  }
}

/// What has become of the name of a value in an item of a list; nil where the item is gone, or cannot be told
/// from another.
struct MovedName: Sendable {
  var old: SettingName
  var new: SettingName?
}

extension [MovedName] {
  /// What a name is now.
  func place(of name: SettingName) -> SettingName? {
    guard let move = first(where: { $0.old == name }) else { return name }
    return move.new
  }
}

/// One value that becomes another; nil is *unset*.
struct ValueChange: Sendable {
  var name: SettingName
  var old: PropertyList?
  var new: PropertyList?
}

/// Why a change is made: it decides on which side of the log it is kept.
enum ChangeCause: Sendable, Equatable {
  case edit
  case undo
  /// The user made an undone edit again.
  case redo
  /// Changes that waited are stored; each has its place in the log already.
  case staged(then: Leaving)
}

/// Where the user goes once nothing waits any more.
enum Leaving: Sendable, Equatable {
  case nowhere, toApps, outside, toOwnSettings, toFormerApp
}

/// Several changes that are made, undone and redone as one.
struct Edit: Sendable {
  var changes: [ValueChange]
  /// What the user would call it: the row's title, or the name of the act.
  var title: String
  /// What is said once it is made, where the row alone does not show it.
  var said: String?
  /// Whether an item of a list that it is about is gone.
  var isLost = false

  var reversed: Edit {
    let changes = changes.reversed().map { ValueChange(name: $0.name, old: $0.new, new: $0.old) }
    return Edit(changes: changes, title: title, isLost: isLost)
  }

  fileprivate func following(_ moves: [MovedName]) -> Edit {
    var edit = self
    for (index, change) in changes.enumerated() {
      if let name = moves.place(of: change.name) {
        edit.changes[index].name = name
      } else {
        edit.isLost = true
      }
    }
    return edit
  }
}

/// The edits of this session that can be undone and redone.
struct EditLog: Sendable {
  private(set) var done: [Edit] = []
  private(set) var undone: [Edit] = []

  mutating func keep(_ edit: Edit, cause: ChangeCause) {
    switch cause {
    case .edit:
      done.append(edit)
      undone = []
    case .undo:
      _ = done.popLast()
      undone.append(edit.reversed)
    case .redo:
      _ = undone.popLast()
      done.append(edit)
    case .staged: break
    }
  }

  mutating func follow(_ moves: [MovedName]) {
    done = done.map { $0.following(moves) }
    undone = undone.map { $0.following(moves) }
  }

  /// Forgets the edit that cannot be taken back any more, or made again.
  mutating func drop(_ cause: ChangeCause) {
    if cause == .undo { _ = done.popLast() }
    if cause == .redo { _ = undone.popLast() }
  }
}

extension EditorState {
  /// Changes a value: at once, or with `--staged` later; a change that changes nothing is none.
  mutating func write(
    _ target: Target, _ value: PropertyList?, saying said: String? = nil
  ) -> [Effect] {
    if place.element != nil, place.element?.index == nil, !target.steps.isEmpty {
      return writeDraft(target, value)
    }
    var target = target
    // The element may have another place by now.
    if let index = place.element?.index, case .element? = target.steps.first {
      target.steps[0] = .element(index)
    }
    let old = stored(target.name)
    let now = self.value(named: target.name) ?? document.control(named: target.name)?.defaultValue
    var new = EditorState.replace(target.steps[...], of: now, by: value)
    // Whoever picks what holds already has not decided against the default.
    if old == nil, new == now { new = nil }
    let change = ValueChange(name: target.name, old: old, new: new)
    return make(
      Edit(changes: [change], title: target.title, said: said ?? news(target, value)), .edit)
  }

  /// A new element is no change of the list before it is done.
  private mutating func writeDraft(_ target: Target, _ value: PropertyList?) -> [Effect] {
    guard case .entry(let key)? = target.steps.last else { return [] }
    place.element?.draft[key] = value
    closeEditing(of: target.name)
    rebuildItems()
    return []
  }

  static func replace(
    _ steps: ArraySlice<ValueStep>, of whole: PropertyList?, by value: PropertyList?
  ) -> PropertyList? {
    guard let step = steps.first else { return value }
    let rest = steps.dropFirst()
    switch step {
    case .element(let index):
      var array = whole?.array ?? []
      guard array.indices.contains(index) else { return whole }
      if let new = replace(rest, of: array[index], by: value) {
        array[index] = new
      } else {
        array.remove(at: index)
      }
      return .array(array)
    case .append:
      guard let new = replace(rest, of: nil, by: value) else { return whole }
      return .array((whole?.array ?? []) + [new])
    case .entry(let key):
      var entries = whole?.dictionary ?? [:]
      entries[key] = replace(rest, of: entries[key], by: value)
      return .dictionary(entries)
    }
  }

  /// Makes an edit: asks the loop to store it, or lets it wait.
  mutating func make(_ edit: Edit, _ cause: ChangeCause) -> [Effect] {
    let changes = edit.changes.filter { $0.old != $0.new }
    guard !changes.isEmpty else {
      edit.changes.map(\.name).forEach { closeEditing(of: $0) }
      return []
    }
    let edit = Edit(changes: changes, title: edit.title, said: edit.said)
    guard staged != nil else { return [.apply(edit, cause)] }
    for change in changes { staged?.stage(change) }
    log.keep(edit, cause: cause)
    afterChange(of: changes.map(\.name))
    if cause == .edit { message = edit.said.map { Message(text: $0) } }
    return []
  }

  /// Takes the loop's word that an edit is stored.
  mutating func written(
    _ edit: Edit, _ cause: ChangeCause, _ new: Readings, notice: String?
  ) -> [Effect] {
    readings.take(new)
    log.keep(edit, cause: cause)
    if case .staged = cause { staged = StagedChanges() }
    afterChange(of: edit.changes.map(\.name))
    let said =
      switch cause {
      case .staged: words(.stored, String(edit.changes.count))
      case .edit: edit.said ?? words(.storedNow)
      case .undo: words(.undone, edit.title)
      case .redo: words(.redone, edit.title)
      }
    message = Message(text: notice ?? said, isDone: notice == nil)
    if case .staged(let next) = cause { return leave(next) }
    return []
  }

  mutating func afterChange(of names: [SettingName]) {
    known = nil
    for name in names {
      foreign[name] = nil
      closeEditing(of: name)
    }
    indexIsStale = true
    relist()
  }

  /// Leaves what was edited, once its value is stored.
  mutating func closeEditing(of name: SettingName) {
    if mode?.edited?.name == name { modes.removeLast() }
  }

  mutating func undo() -> [Effect] {
    guard let edit = log.done.last else { return say(.nothingToUndo) }
    return take(edit.reversed, .undo)
  }

  mutating func redo() -> [Effect] {
    guard let edit = log.undone.last else { return say(.nothingToRedo) }
    return take(edit, .redo)
  }

  private mutating func take(_ edit: Edit, _ cause: ChangeCause) -> [Effect] {
    if edit.isLost || edit.changes.contains(where: { stored($0.name) != $0.old }) {
      log.drop(cause)
      return fail(words(.undoRefused, edit.title))
    }
    let effects = make(edit, cause)
    if effects.isEmpty {
      message = Message(text: words(cause == .undo ? .undone : .redone, edit.title))
    }
    return effects
  }

  /// The names of what is edited, waits, or can be undone.
  var namesInUse: [SettingName] {
    let edits = log.done + log.undone
    return modes.compactMap { ($0 as? any EditingMode)?.target.name }
      + (staged?.changes ?? []).map(\.name) + edits.flatMap(\.changes).map(\.name)
  }

  /// Keeps fields, waiting changes, and the log with the items of lists that they are about; says which one is
  /// gone.
  mutating func follow(_ moves: [MovedName]) {
    log.follow(moves)
    for change in staged?.follow(moves) ?? [] {
      _ = fail(words(.elementGone, document.control(named: change.name)?.label ?? change.name.key))
    }
    for index in modes.indices.reversed() {
      guard var field = modes[index] as? any EditingMode else { continue }
      if let name = moves.place(of: field.target.name) {
        field.target.name = name
        modes[index] = field
      } else {
        modes.remove(at: index)
        _ = fail(words(.elementGone, field.target.title))
      }
    }
    focusEdited()
  }

  mutating func say(_ phrase: Phrase, _ part: String = "") -> [Effect] {
    message = Message(text: words(phrase, part))
    return []
  }

  /// Says what went wrong; the cursor goes there.
  mutating func fail(_ text: String) -> [Effect] {
    message = Message(text: text, isError: true)
    return []
  }
}

import Settee

extension [ValueChange] {
  subscript(name: SettingName) -> ValueChange? { first { $0.name == name } }

  /// Adds an unsaved change to a setting, or discards it if the new value is the same as the saved
  /// value.
  mutating func stage(_ change: ValueChange, _ cause: ChangeCause = .edit) {
    guard let index = firstIndex(where: { $0.name == change.name }) else {
      var change = change
      change.isReverting = cause == .undo || cause == .revert
      change.oldTyped = nil
      if change.hasEffect { append(change) }
      return
    }
    self[index].new = change.new
    self[index].typed = change.typed
    if change.isSecret { self[index].isSecret = true }
    if cause == .edit { self[index].isReverting = false }
    if !self[index].hasEffect { remove(at: index) }
  }

  /// Records that another program has changed the saved value of a setting that has unsaved
  /// changes.
  ///
  /// When the user has reviewed and saved the unsaved change, it overwrites the other program's
  /// value.
  mutating func rebase(_ name: SettingName, on value: PropertyList?) {
    guard let index = firstIndex(where: { $0.name == name }) else { return }
    self[index].old = value
    if self[index].isReverting || !self[index].hasEffect { remove(at: index) }
  }

  /// Updates the unsaved changes after list items were moved, and returns the changes to items that
  /// were removed.
  mutating func follow(_ moves: [SettingName: SettingName?]) -> [ValueChange] {
    let lost = filter { moves.place(of: $0.name) == nil }
    self = compactMap { change in
      moves.place(of: change.name).map { name in
        var change = change
        change.name = name
        return change
      }
    }
    return lost
  }
}

/// The new names of settings whose list items were moved.
///
/// The new name is `nil` if the list item was removed or if several items look the same.
extension [SettingName: SettingName?] {
  /// Returns the current name of a setting, or `nil` if its list item was removed.
  func place(of name: SettingName) -> SettingName? { self[name] ?? name }
}

/// A change to the value of a setting, where `nil` means that the setting has no value.
struct ValueChange: Sendable, Equatable {
  var name: SettingName
  var old: PropertyList?
  var new: PropertyList?
  /// A Boolean value that indicates whether one of the values contains a secret, for a change to a
  /// setting without a row.
  var isSecret = false
  /// A Boolean value that indicates whether the change is unsaved and undoes a saved change.
  ///
  /// Such a change is discarded if another program changes the saved value.
  var isReverting = false
  /// The new value with the text that the user typed for it, if any.
  var typed: TypedValue?
  /// The old value with the text that the user typed for it, if the change undoes this text.
  var oldTyped: TypedValue?

  /// A Boolean value that indicates whether the value or the digits of a number change.
  var hasEffect: Bool {
    old != new || typed?.isNumber == true || oldTyped?.isNumber == true
  }
}

/// The reason why an edit is made, which determines how the undo log records it.
enum ChangeCause: Sendable, Equatable {
  case edit
  case undo
  /// The user redid an edit.
  case redo
  /// The user undid a change in the history.
  ///
  /// The undo log records it like an edit, so that it can be undone as well.
  case revert
  /// Unsaved changes are being saved.
  ///
  /// The undo log isn't changed, because it already contains the edits that are being saved.
  case staged(then: ExitTarget)
}

/// The place to go to after the user has saved or discarded the unsaved changes.
enum ExitTarget: Sendable, Equatable {
  case nowhere, toApps, outside, toOwnSettings, toFormerApp
}

/// A group of changes to settings that are applied, undone, and redone together.
struct UndoableEdit: Sendable {
  var changes: [ValueChange]
  /// The name of the edit in messages to the user, which is the title of the changed row or of the
  /// command.
  var title: String
  /// The message to show after the edit, or `nil` if the user can see the change in the row.
  var said: String?
  /// A Boolean value that indicates whether the edited list item has been removed since the edit
  /// was made.
  var isLost = false
  /// The change to a single list item, or `nil` if the edit replaces entire values.
  var list: ListEdit?
  /// A Boolean value that indicates whether the list of rows must be rebuilt after the edit.
  ///
  /// Rebuilding is necessary if the edit adds, removes, or moves keys or list items.
  var rebuilds = false
  /// The rows to focus after the edit and after undoing it, as paths in order of preference.
  var focus: (done: [String], undone: [String]) = ([], [])
  /// The index of a newly added list item, which receives the focus.
  var focusedElement: Int?

  var reversed: UndoableEdit {
    var edit = self
    edit.changes = changes.reversed().map {
      ValueChange(
        name: $0.name, old: $0.new, new: $0.old, isSecret: $0.isSecret, typed: $0.oldTyped,
        oldTyped: $0.typed)
    }
    edit.said = nil
    edit.focus = (focus.undone, focus.done)
    edit.focusedElement = nil
    return edit
  }

  fileprivate func following(_ moves: [SettingName: SettingName?]) -> UndoableEdit {
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

/// A log of the edits that the user has made in this session, for undo and redo.
struct EditLog: Sendable {
  private(set) var done: [UndoableEdit] = []
  private(set) var undone: [UndoableEdit] = []

  mutating func keep(_ edit: UndoableEdit, cause: ChangeCause) {
    switch cause {
    case .edit, .revert:
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

  mutating func follow(_ moves: [SettingName: SettingName?]) {
    done = done.map { $0.following(moves) }
    undone = undone.map { $0.following(moves) }
  }

  /// Records that another program has changed the saved value of a setting before an unsaved change
  /// to it was saved, so that undoing the change restores the other program's value.
  mutating func rebase(_ name: SettingName, from old: PropertyList?, to new: PropertyList?) {
    for edit in done.indices.reversed() {
      let index = done[edit].changes.firstIndex { $0.name == name && $0.old == old }
      guard let index else { continue }
      done[edit].changes[index].old = new
      return
    }
  }

  /// Discards an edit from the log because it can no longer be undone or redone.
  mutating func drop(_ cause: ChangeCause) {
    if cause == .undo { _ = done.popLast() }
    if cause == .redo { _ = undone.popLast() }
  }
}

extension EditorState {
  /// Changes the value of a setting, either immediately or as an unsaved change.
  ///
  /// If the new value is the same as the current value, nothing is changed.
  mutating func write(
    _ target: EditTarget, _ value: PropertyList?, typed text: String? = nil,
    saying said: String? = nil, _ list: ListEdit.Operation? = nil
  ) -> [Effect] {
    if place.element != nil, place.element?.index == nil, !target.steps.isEmpty {
      return writeDraft(target, value)
    }
    var target = target
    // Use the current index of the list item, because the item might have moved since the user
    // started editing.
    if let index = place.element?.index, case .element? = target.steps.first {
      target.steps[0] = .element(index)
    }
    let old = stored(target.name)
    let now = self.value(named: target.name) ?? document.control(named: target.name)?.defaultValue
    let items = now?.array ?? (document.isFile ? now.map { [$0] } : nil)
    let whole = target.steps.isEmpty ? now : items.map { .array($0) }
    var new = EditorState.replace(target.steps[...], of: whole, by: value, at: target.insertion)
    // If the user chooses the value that is already in effect, don't save it as an override.
    if old == nil, new == now { new = nil }
    var change = ValueChange(name: target.name, old: old, new: new)
    if document.isFile, target.steps.isEmpty, new != nil, let value, let text {
      change.typed = TypedValue(value, text: text)
    }
    var edit = UndoableEdit(
      changes: [change], title: target.title, said: said ?? news(target, value))
    if place.element == nil { note(list, value, text, in: target, items ?? [], &edit) }
    return make(edit, .edit)
  }

  /// Records in an edit which list item changes and which list item receives the focus.
  private func note(
    _ action: ListEdit.Operation?, _ value: PropertyList?, _ text: String?,
    in target: EditTarget, _ items: [PropertyList], _ edit: inout UndoableEdit
  ) {
    var action = action
    if target.steps == [.append], let value {
      edit.focusedElement = target.insertion ?? items.count
      action = .insert(value, at: target.insertion)
    } else if target.steps.count == 1, case .element(let index)? = target.steps.first, let value {
      action = .replace(index, value)
    }
    guard let action, document.hasOpenKeys else { return }
    let item: PropertyList? =
      switch action {
      case .insert, .quote: nil
      case .remove(let index), .move(let index, _), .replace(let index, _): items[index]
      }
    edit.list = ListEdit(action, at: SettingPath(target.name.key), item: item, typed: text)
  }

  /// Changes a value of a new list item, which isn't added to its list until the user confirms it.
  private mutating func writeDraft(_ target: EditTarget, _ value: PropertyList?) -> [Effect] {
    guard case .entry(let key)? = target.steps.last else { return [] }
    place.element?.draft[key] = value
    closeEditing(of: target.name)
    rebuildItems()
    return []
  }

  /// Returns a copy of a value in which the part at a path has been replaced or removed.
  ///
  /// If no new part is specified, the part at the path is removed.
  static func replace(
    _ steps: ArraySlice<ValueStep>, of whole: PropertyList?, by value: PropertyList?,
    at insertion: Int? = nil
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
      var array = whole?.array ?? []
      array.insert(new, at: min(insertion ?? array.count, array.count))
      return .array(array)
    case .entry(let key):
      var entries = whole?.dictionary ?? [:]
      entries[key] = replace(rest, of: entries[key], by: value)
      return .dictionary(entries)
    }
  }

  /// Saves an edit immediately, or adds it to the unsaved changes.
  mutating func make(_ edit: UndoableEdit, _ cause: ChangeCause) -> [Effect] {
    let changes = edit.changes.filter(\.hasEffect)
    guard !changes.isEmpty else {
      edit.changes.map(\.name).forEach { closeEditing(of: $0) }
      return []
    }
    var edit = edit
    edit.changes = changes
    guard staged != nil else { return [.apply(edit, cause)] }
    for change in changes { staged?.stage(change, cause) }
    log.keep(edit, cause: cause)
    afterChange(of: changes.map(\.name))
    focusElement(of: edit)
    if cause == .edit || cause == .revert { message = edit.said.map { Message(text: $0) } }
    return []
  }

  /// Updates the editor's state after an edit has been saved.
  mutating func written(
    _ edit: UndoableEdit, _ cause: ChangeCause, _ new: SettingStates, notice: String?
  ) -> [Effect] {
    readings.merge(new)
    log.keep(edit, cause: cause)
    if case .staged = cause { staged = [] }
    if edit.rebuilds, cause == .edit { closeAddition() }
    afterChange(of: edit.changes.map(\.name))
    focusElement(of: edit)
    // The user removed these keys, so don't report them as lost.
    let isRemoval = edit.changes.contains { $0.new == nil }
    if edit.rebuilds, isRemoval || !edit.focus.done.isEmpty { focusWishes = edit.focus.done }
    let said =
      switch cause {
      case .staged: words(.savedCount, String(edit.changes.count))
      case .edit, .revert: edit.said ?? words(.savedWord)
      case .undo: words(.undone, title(of: edit))
      case .redo: words(.redone, title(of: edit))
      }
    let parts = [notice ?? said, advice(after: edit)].compactMap(\.self)
    let text = parts.count > 1 ? parts.map(\.asSentence).joined(separator: " ") : parts[0]
    message = Message(text: text, isDone: notice == nil)
    if case .staged(let next) = cause { return exit(to: next) }
    return []
  }

  /// Returns advice on how to make the running program use the changed values, such as restarting
  /// it.
  ///
  /// If the program applies changed values automatically, no advice is necessary, and the result is
  /// `nil`.
  private func advice(after edit: UndoableEdit) -> String? {
    let controls = edit.changes.compactMap { document.control(named: $0.name) }
    if let control = controls.first(where: \.needsRestart) {
      return words(.takesEffectAfterRestart, control.label)
    }
    return document.bundle.programFile?.reload
  }

  mutating func afterChange(of names: [SettingName]) {
    known = nil
    for name in names {
      foreign[name] = nil
      closeEditing(of: name)
    }
    relist()
  }

  /// Closes the dialog in which the user edited a setting, after its value has been saved.
  mutating func closeEditing(of name: SettingName) {
    if dialog?.edited?.name == name { dialogs.removeLast() }
  }

  mutating func undo() -> [Effect] {
    guard let edit = log.done.last else { return show(.nothingToUndo) + [.findEarlierChanges] }
    return apply(edit.reversed, .undo)
  }

  mutating func redo() -> [Effect] {
    guard let edit = log.undone.last else { return show(.nothingToRedo) }
    return apply(edit, .redo)
  }

  private mutating func apply(_ edit: UndoableEdit, _ cause: ChangeCause) -> [Effect] {
    // The session compares the values of tables.
    let isKnown = !edit.rebuilds || staged != nil
    if edit.isLost || isKnown && edit.changes.contains(where: { stored($0.name) != $0.old }) {
      return refuse(cause, words(cause == .undo ? .cannotUndo : .cannotRedo, edit.title))
    }
    let effects = make(edit, cause)
    if effects.isEmpty {
      message = Message(text: words(cause == .undo ? .undone : .redone, title(of: edit)))
    }
    return effects
  }

  /// Returns the title of an edit, or the key of a setting in a file if its row isn't on this page.
  private func title(of edit: UndoableEdit) -> String {
    guard document.isFile, edit.changes.count == 1, let name = edit.changes.first?.name,
      !edit.rebuilds, !items.contains(where: { control(of: $0).flatMap(self.name(of:)) == name })
    else { return edit.title }
    return name.key
  }

  /// Returns whether a change replaces an entire table or list of tables in a settings file.
  ///
  /// The editor's state doesn't contain the values of such tables.
  func holdsTables(_ changes: [ValueChange]) -> Bool {
    document.isFile
      && changes.contains { $0.old?.holdsTables == true || $0.new?.holdsTables == true }
  }

  /// Shows why an edit wasn't undone, redone, or saved because a value has changed, and discards the
  /// edit from the undo log.
  mutating func refuse(_ cause: ChangeCause, _ sentence: String) -> [Effect] {
    log.drop(cause)
    return show(error: sentence)
  }

  /// Records that another program has changed the saved value of a setting with an unsaved change.
  mutating func rebase(_ name: SettingName, on value: PropertyList?) {
    guard let change = staged?[name], change.old != value else { return }
    staged?.rebase(name, on: value)
    guard change.isReverting else { return log.rebase(name, from: change.old, to: value) }
    let title = document.control(named: name)?.label ?? name.key
    if change.new != value { _ = show(error: words(.cannotUndo, title)) }
  }

  /// The settings that the editor must follow if another program moves their list items.
  ///
  /// The editor follows settings that are being edited, have unsaved changes, have edits that can
  /// be undone, or have the focus.
  var namesInUse: [SettingName] {
    let edits = log.done + log.undone
    return dialogs.compactMap { ($0 as? any EditingDialog)?.target.name }
      + (staged ?? []).map(\.name) + edits.flatMap(\.changes).map(\.name)
      + [focusedSetting].compactMap(\.self)
  }

  /// The setting or the list item whose row has the focus.
  private var focusedSetting: SettingName? {
    control(of: focused).flatMap(name(of:))
      ?? path(of: focused).map { SettingName(domain: nil, key: $0) }
  }

  /// Updates text fields, unsaved changes, and the undo log after another program has moved list
  /// items.
  ///
  /// If list items were removed, this method also informs the user.
  mutating func follow(_ moves: [SettingName: SettingName?]) {
    log.follow(moves)
    if let focused = focusedSetting, let place = moves[focused] {
      followFocus(of: focused, to: place)
    }
    for change in staged?.follow(moves) ?? [] {
      _ = show(
        error: words(.itemGone, document.control(named: change.name)?.label ?? change.name.key))
    }
    for index in dialogs.indices.reversed() {
      guard var field = dialogs[index] as? any EditingDialog else { continue }
      if let name = moves.place(of: field.target.name) {
        field.target.name = name
        dialogs[index] = field
      } else {
        dialogs.remove(at: index)
        _ = show(error: words(.itemGone, field.target.title))
      }
    }
    focusEdited()
  }

  /// Keeps the focus on a list item, or on one of its fields, that another program has moved.
  private mutating func followFocus(of name: SettingName, to place: SettingName?) {
    guard self.place.element == nil, document.listPane(named: name.key) != self.place.pane else {
      return
    }
    guard let place else { return lostItem = name.key }
    // A row that doesn't exist yet gets the focus as soon as the rows are rebuilt.
    if !focus(onPath: place.key) { focusWishes = [place.key] }
  }

  mutating func show(_ phrase: Phrase, _ part: String = "") -> [Effect] {
    message = Message(text: words(phrase, part))
    return []
  }

  /// Shows an error message to the user and moves the cursor to it.
  mutating func show(error text: String) -> [Effect] {
    message = Message(text: text, isError: true)
    return []
  }
}

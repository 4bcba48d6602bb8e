import Settee

extension EditorState {
  /// Asks the cloud side what a push would do.
  mutating func planPush() -> [Effect] {
    modes.append(.push(PushDialog(plan: PushPlan(mirror: "", rows: []), wait: .comparing)))
    return [.planPush]
  }

  /// Shows what a push would do; who has chosen already keeps the choices that still have a meaning.
  mutating func take(_ plan: PushPlan) {
    var (isNew, isChanged) = (true, false)
    changePush { dialog in
      isChanged = dialog.wait == .pushing
      dialog = dialog.showing(plan)
      isNew = false
    }
    if isNew { modes.append(.push(PushDialog(plan: plan))) }
    if isChanged { message = Message(text: words(.chooseAgain), isError: true) }
  }

  /// The mirror has answered; a push that did not work leaves the dialog as it was.
  mutating func endWaiting(isDone: Bool = false) {
    modes.removeAll { mode in
      guard case .push(let dialog) = mode else { return false }
      return dialog.wait == .comparing || isDone && dialog.wait == .pushing
    }
    changePush { $0.wait = nil }
  }

  /// Changes the push dialog, wherever it stands.
  mutating func changePush(_ body: (inout PushDialog) -> Void) {
    for index in modes.indices {
      guard case .push(var dialog) = modes[index] else { continue }
      body(&dialog)
      modes[index] = .push(dialog)
    }
  }

  /// Does what a command means in the push dialog.
  mutating func perform(_ command: Command, _ dialog: PushDialog) -> [Effect] {
    var dialog = dialog
    if let wait = dialog.wait {
      guard command == .cancel else { return [] }
      endWaiting()
      if wait == .pushing { message = Message(text: words(.pushLeft)) }
      return [.stopWaiting]
    }
    switch command {
    case .up: dialog.focus -= 1
    case .down: dialog.focus += 1
    case .pageUp: dialog.focus -= pushRows
    case .pageDown: dialog.focus += pushRows
    case .keepHere: dialog.keep(.here)
    case .keepCloud: dialog.keep(.cloud)
    case .switchSide: dialog.switchSide()
    case .allHere: dialog.keepAll(.here)
    case .allCloud: dialog.keepAll(.cloud)
    case .showBoth: dialog.showsBoth.toggle()
    case .copy: return copy(dialog.plainText)
    case .pushNow: return push(dialog)
    case .cancel:
      modes.removeLast()
      return []
    default: break
    }
    top = .push(dialog)
    return []
  }

  private mutating func push(_ dialog: PushDialog) -> [Effect] {
    let open = dialog.openConflicts
    if open > 0 { return fail(words(.chooseFirst, String(open))) }
    changePush { $0.wait = .pushing }
    return [
      .push(
        dialog.plan.rows.compactMap { row in
          row.keep.map { PushChoice(name: row.name, keep: $0, seen: row.seen) }
        })
    ]
  }
}

extension PushDialog {
  /// The dialog with a newer plan: what was chosen from the same values stays chosen.
  fileprivate func showing(_ new: PushPlan) -> PushDialog {
    var dialog = PushDialog(plan: new)
    for index in new.rows.indices {
      let row = new.rows[index]
      let old = plan.rows.first {
        $0.name == row.name && $0.here == row.here && $0.cloud == row.cloud
      }
      if let keep = old?.keep { dialog.keep(keep, at: index) }
    }
    return dialog
  }

  /// Keeps a side of the focused row, where the two differ.
  mutating func keep(_ side: PushSide) { keep(side, at: focus) }

  private mutating func keep(_ side: PushSide, at index: Int) {
    guard plan.rows.indices.contains(index), plan.rows[index].kind != .same else { return }
    plan.rows[index].keep = side
  }

  /// Keeps the other side of the focused row.
  mutating func switchSide() {
    guard plan.rows.indices.contains(focus) else { return }
    keep(plan.rows[focus].keep == .here ? .cloud : .here)
  }

  /// Keeps a side of every row where the two differ.
  mutating func keepAll(_ side: PushSide) {
    for index in plan.rows.indices { keep(side, at: index) }
  }

  /// The rows as text, for the clipboard.
  var plainText: String {
    plan.rows.map { "\($0.name.key)\t\($0.here)\t\($0.cloud)\t\($0.keep?.rawValue ?? "")" }
      .joined(separator: "\n")
  }
}

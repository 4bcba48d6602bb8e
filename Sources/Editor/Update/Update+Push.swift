import Settee

extension EditorState {
  /// Asks the cloud side what a push would do.
  mutating func planPush() -> [Effect] {
    message = Message(text: words(.comparing))
    return [.planPush]
  }

  /// Does what a command means in the push dialog.
  mutating func perform(_ command: Command, _ dialog: PushDialog) -> [Effect] {
    var dialog = dialog
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
    modes.removeLast()
    cloud.isBusy = true
    return [
      .push(
        dialog.plan.rows.compactMap { row in
          row.keep.map { PushChoice(name: row.name, keep: $0) }
        })
    ]
  }
}

extension PushDialog {
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

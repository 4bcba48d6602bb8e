import Settee

/// The actions that a row offers to the user, which depend on the kind of its control.
struct Affordance: Sendable {
  /// The label of Enter in the key hints.
  let hint: Phrase
  /// A Boolean value that indicates whether the right arrow key has the same effect as Enter.
  ///
  /// It doesn't for rows whose value would change, because that key only navigates.
  var opensWithArrow = true
  /// Performs the action of Enter.
  let activate: @Sendable (inout EditorState, Control) -> [Effect]
  /// Edits a value, or is `nil` if the user can't edit it.
  var edit: (@Sendable (inout EditorState, EditTarget) -> [Effect])?
  /// Returns whether Enter can only explain why the user can't change the row.
  let isStuck: @Sendable (EditorState, Control) -> Bool
}

extension ControlKind {
  var affordance: Affordance {
    switch self {
    case .toggle:
      Affordance(
        hint: .hintToggle, opensWithArrow: false, activate: { $0.flip($1) },
        edit: { $0.flip($1, $0.value(of: $1)) }, isStuck: Affordance.isFixed)
    case .slider:
      .field(.hintAdjust) {
        $0.dialogs.append(SliderDialog(target: $1, value: $0.value(of: $1)))
        return []
      }
    case .text:
      .field(.hintEdit) { state, target in
        let text = state.editableText(target)
        let isList = target.control.input.type == .list
        state.dialogs.append(
          isList
            ? LongTextDialog(target: target, text: text) : TextDialog(target: target, text: text))
        return []
      }
    case .textview:
      .field(.hintEdit) {
        $0.dialogs.append(LongTextDialog(target: $1, text: $0.editableText($1)))
        return []
      }
    case .date: .field(.hintEdit) { $0.editDate($1) }
    case .choice: .field(.hintChoose) { $0.chooseFor($1) }
    case .radio: .field(.hintEdit, opensWithArrow: false) { $0.chooseFor($1) }
    case .list: .field(.hintEdit, opensWithArrow: false, edit: nil)
    case .pane:
      Affordance(hint: .hintOpen, activate: { $0.openPane($1) }, isStuck: Affordance.isBlocked)
    case .link, .mail:
      Affordance(
        hint: .hintOpen, opensWithArrow: false, activate: { $0.askOpen($1) },
        isStuck: Affordance.isBlocked)
    case .button:
      Affordance(
        hint: .hintOpen, opensWithArrow: false,
        activate: {
          $0.show(error: $0.obstacle(of: $1) ?? $0.words(.needsAppSentence, $1.label))
        }, isStuck: { _, _ in true })
    case .title, .custom, .unknown:
      Affordance(
        hint: .hintDetails, activate: { state, _ in state.openInfo() }, isStuck: { _, _ in false })
    }
  }
}

extension Affordance {
  /// Returns the affordance of a row whose value the user edits with Enter.
  fileprivate static func field(
    _ hint: Phrase, opensWithArrow: Bool = true,
    edit: (@Sendable (inout EditorState, EditTarget) -> [Effect])?
  ) -> Affordance {
    Affordance(
      hint: hint, opensWithArrow: opensWithArrow,
      activate: { state, _ in state.edit(state.focused) }, edit: edit, isStuck: isFixed)
  }

  fileprivate static let isBlocked: @Sendable (EditorState, Control) -> Bool = {
    $0.obstacle(of: $1) != nil
  }

  /// Returns whether a row has no setting, or its value can't be changed.
  fileprivate static let isFixed: @Sendable (EditorState, Control) -> Bool = {
    $1.key == nil || isBlocked($0, $1)
  }
}

/// The pane of a set that is declared in code: its titles, help, ranges and choices need no plist.
struct CodePane {
  /// Looks a text up in the user's language; nil where there is no translation.
  let translate: @Sendable (String) -> String?

  /// One pane of all settings: a group for each section and each `@Group`, in order.
  func pane(
    of reflection: SetReflection, title: String, domain: String?
  ) -> Pane {
    var groups: [PaneGroup] = []
    var current: [String]?
    for (setting, slot) in reflection.entries {
      let field = setting.field(at: slot)
      let owner = slot.group
      if owner != current || field.section != nil {
        groups.append(opening(owner, section: field.section, in: reflection))
        current = owner
      }
      groups[groups.count - 1].controls.append(control(of: field))
    }
    return Pane(file: "Root", title: said(title), domain: domain, groups: groups)
  }

  private func opening(
    _ owner: [String], section: String?, in reflection: SetReflection
  ) -> PaneGroup {
    let group = reflection.groups.first { $0.properties == owner }
    let named = group.map { $0.declaration.title ?? readableTitle(of: owner.last ?? "") }
    let title = (section ?? named).flatMap { $0.isEmpty ? nil : $0 }
    return PaneGroup(title: title.map(said), footer: group?.declaration.footer.map(said))
  }

  /// The row of one setting.
  func control(of field: SettingField) -> Control {
    var control = Control(field.controlKind, key: field.slot.path.text, title: said(field.title))
    control.type = field.specifierType
    control.defaultValue = field.initial
    control.help = field.help.map(said)
    control.bounds = field.bounds
    control.choices = field.choices.map { Choice(said($0.title), value: $0.value) }
    control.input = field.textInput
    control.rules = field.textRules
    control.sync = field.slot.traits.contains(.cloud) ? .user : .machine
    control.needsRestart = field.slot.traits.contains(.restart)
    return control
  }

  private func said(_ text: String) -> String { translate(text) ?? text }
}

extension SettingSlot {
  /// The properties of the groups around the setting.
  var group: [String] { property.split(separator: ".").dropLast().map(String.init) }
}

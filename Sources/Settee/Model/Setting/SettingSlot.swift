/// Where one setting is kept: its key, whole or as a way into nested dictionaries.
struct SettingSlot: Sendable {
  /// The key, and the keys of the dictionaries within.
  let path: LeafPath
  /// The name of the property that declares it, groups included: `proxy.port`.
  let property: String
  /// The places that earlier versions used.
  let formerPaths: [LeafPath]
  let traits: SettingTraits

  /// How a sentence, a pane and a change name it.
  var key: String { path.text }
}

/// What the keys of a set or group begin with.
struct SlotPrefix: Sendable {
  /// The dictionary that holds the set; nil for the domain itself.
  var holder: LeafPath?
  /// What stands before each key within.
  var stem = ""
  /// The names of the groups around it.
  var properties: [String] = []

  func path(to key: String) -> LeafPath {
    holder?.appending(stem + key) ?? LeafPath(stem + key)
  }

  func inside(group name: String, key: String, layout: GroupLayout) -> SlotPrefix {
    switch layout {
    case .dotted:
      SlotPrefix(holder: holder, stem: stem + key + ".", properties: properties + [name])
    case .nested:
      SlotPrefix(holder: path(to: key), stem: "", properties: properties + [name])
    }
  }
}

/// How the settings of a group are kept.
public enum GroupLayout: Sendable {
  /// Under keys of their own, `proxy.port`: any pane can show them.
  case dotted
  /// In a dictionary under the group's key; written and merged setting by setting all the same.
  case nested
}

/// What a bound setting reads and writes: a store, or an update, draft or snapshot of one.
protocol SettingHome: AnyObject, Sendable {
  /// A number that grows whenever any value may have changed; a setting compares it with the number
  /// of its cached value, which is the whole cost of a read as long as nothing happens.
  ///
  /// NB: asking may read a file that has changed, and then tells everyone who follows the domain.
  var revision: UInt64 { get }

  /// Throws in a child that was forked after the store was opened; asked before any lock is taken.
  func refuseInherited() throws(StoreError)

  /// The value that counts, and the layer it comes from; nil when no layer has the key.
  func value(at slot: SettingSlot) -> Effective?

  /// Every layer's value, the one that counts first.
  func everyValue(at slot: SettingSlot) -> [Effective]

  /// Stores a value, or with nil removes the key.
  func write(_ value: PropertyList?, at slot: SettingSlot) throws(StoreError)

  /// Tells whoever looks after the app of something that no caller can be told.
  func report(_ issue: SettingIssue)
}

/// A setting's place and what is to be stored there; a nil removes the key.
typealias SettingChange = (slot: SettingSlot, value: PropertyList?)

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

  /// The place of today, then the former ones.
  var paths: [LeafPath] { [path] + formerPaths }
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
    case .flat: SlotPrefix(holder: holder, stem: stem, properties: properties + [name])
    }
  }
}

/// How a store is opened.
struct StoreOptions {
  var suites: [String] = []
  var prefix = ""
  var layout = StoreLayout.keys
  var autosave = DomainOptions.Saving.coalesced(.milliseconds(50))
  var flushOnTermination = false
  var environment: EnvironmentLayer?
  var arguments: [String] = []
  var settingsBundle: String?
  var translations: String?
  var version: String?
  var migrations: [Migration] = []

  /// What the set's keys begin with.
  var slotPrefix: SlotPrefix {
    switch layout {
    case .keys, .sealed: SlotPrefix(stem: prefix)
    case .single(let key): SlotPrefix(holder: LeafPath(key), stem: prefix)
    }
  }
}

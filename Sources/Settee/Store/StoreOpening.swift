/// The steps that open a store: layers, bundle, versions, migrations, renamed keys.
struct StoreOpening {
  let domain: Domain
  let fields: [SettingField]
  let bundle: SettingsBundle?
  private(set) var issues: [SettingIssue] = []
  private let set: String
  private let configuration: StoreConfiguration

  init(
    _ reflection: SetReflection, domain name: String, _ configuration: StoreConfiguration,
    title: String
  ) throws(StoreError) {
    set = title
    self.configuration = configuration
    fields = reflection.entries.map { $0.setting.field(at: $0.slot) }
    var issues: [SettingIssue] = []
    var domainOptions = DomainOptions(
      saving: configuration.autosave,
      arguments: ArgumentLayer(arguments: configuration.arguments).values(
        for: fields, issues: &issues),
      environment: configuration.environment?.values(for: fields, issues: &issues) ?? [:],
      registered: Self.declaredDefaults(of: fields),
      secrets: Set(fields.map(\.slot).filter { $0.traits.contains(.secret) }.map(\.path)))
    do throws(DomainError) {
      for suite in configuration.suites { domainOptions.suites.append(try DomainName(suite)) }
    } catch { throw StoreError(error) }
    if let path = configuration.settingsBundle {
      let bundle = try Self.bundle(at: path, domain: name)
      for (key, value) in bundle.registeredDefaults(for: name) {
        domainOptions.registered[key] = value
      }
      issues += BundleComparison(bundle: bundle, domain: name, fields: fields).issues
      self.bundle = bundle
    } else {
      bundle = nil
    }
    issues += fields.compactMap(\.nilIssue)
    self.issues = issues
    do throws(DomainError) {
      let opened = try configuration.location.domain(name, options: domainOptions)
      guard case .opaque(let key) = configuration.layout else {
        domain = opened
        return
      }
      domain = try Domain(
        opened.name, storage: OpaqueStorage(in: opened, key: key), options: domainOptions)
    } catch { throw StoreError(error) }
  }

  private static func bundle(at path: String, domain: String) throws(StoreError) -> SettingsBundle {
    do { return try SettingsBundle(at: path, options: BundleOptions(domain: domain)) } catch {
      throw StoreError(.declaration, error.message)
    }
  }

  /// What the code declares, in the shape of the file.
  private static func declaredDefaults(of fields: [SettingField]) -> PropertyListDictionary {
    var defaults = PropertyListDictionary()
    for field in fields {
      if let initial = field.initial { defaults.put(initial, at: field.slot.path) }
    }
    return defaults
  }

  /// Runs what has to run once, in one commit under the lock; nothing is locked when all is done.
  func bringUpToDate() throws(StoreError) -> InstalledVersions? {
    do {
      let stored = try domain.values(in: .user)
      let marks = StoreMarks(of: set, in: stored)
      let versions = configuration.version.map(marks.installed)
      let isUpToDate =
        marks.pending(configuration.migrations).isEmpty && (versions.map(marks.says) ?? true)
        && !fields.contains { $0.isOutdated(in: stored) }
      if isUpToDate { return versions }
      try domain.transaction { transaction in
        let marks = StoreMarks(of: set, in: transaction.values)
        let pending = marks.pending(configuration.migrations)
        for migration in pending { try migration.body(&transaction) }
        if !pending.isEmpty { marks.noteDone(pending, in: &transaction) }
        if let version = configuration.version {
          marks.note(marks.installed(version), in: &transaction)
        }
        for field in fields { field.bringUpToDate(in: &transaction) }
      }
      return versions
    } catch let error as StoreError { throw error } catch let error as DomainError {
      throw StoreError(error)
    } catch {
      throw StoreError(
        .storage, "a migration of \(set) failed and nothing was changed: \(error)")
    }
  }
}

extension SettingField {
  /// Whether the file holds the setting under a former name, or in a former form.
  fileprivate func isOutdated(in values: PropertyListDictionary) -> Bool {
    slot.formerPaths.contains { values.value(at: $0) != nil }
      || values.value(at: slot.path).flatMap(formerForm) != nil
  }

  /// Moves the value to its name and form of today; a value under today's name stands.
  fileprivate func bringUpToDate(in transaction: inout DomainTransaction) {
    for former in slot.formerPaths {
      guard let value = transaction[former] else { continue }
      if transaction[slot.path] == nil { transaction[slot.path] = value }
      transaction[former] = nil
    }
    if let value = transaction[slot.path], let restored = formerForm(value) {
      transaction[slot.path] = restored
    }
  }

  /// The value in today's form, where it is in one from before the type was stored as raw bytes.
  private func formerForm(_ value: PropertyList) -> PropertyList? {
    guard case .data = form, value.data == nil else { return nil }
    return restored(value)
  }

  fileprivate var nilIssue: SettingIssue? {
    guard isOptional, let initial else { return nil }
    return SettingIssue(
      .nilReadsAsDefault, key: slot.key,
      "'\(slot.key)' is optional but has the default \(slot.shown(initial)), so nil reads as that "
        + "default; leave the default out, or make it not optional")
  }
}

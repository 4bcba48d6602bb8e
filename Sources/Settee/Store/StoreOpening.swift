import SetteeValues

/// The individual steps that are performed when a store is opened.
///
/// Opening a store creates its layers, compares its bundle with the code, records the app's
/// version, and runs migrations.
struct StoreOpening {
  let domain: Domain
  let fields: [SettingField]
  let bundle: SettingsBundle?
  let issues: [SettingIssue]
  private let set: String
  private let configuration: StoreConfiguration

  init(
    _ reflection: SetReflection, domain name: String, _ configuration: StoreConfiguration,
    title: String
  ) throws {
    set = title
    self.configuration = configuration
    fields = reflection.entries.map { $0.setting.field(at: $0.slot) }
    var issues: [SettingIssue] = []
    var options = DomainOptions(
      saving: configuration.autosave,
      arguments: fields.values(of: configuration.arguments, &issues),
      secrets: Set(fields.map(\.slot).filter { $0.traits.contains(.secret) }.map(\.path)))
    if let prefix = configuration.environmentPrefix {
      options.environment = fields.values(of: configuration.variables, prefix: prefix, &issues)
    }
    for field in fields {
      if let initial = field.initial { options.registered.put(initial, at: field.slot.path) }
    }
    var bundle: SettingsBundle?
    if let path = configuration.settingsBundle {
      do { bundle = try SettingsBundle(at: path, options: BundleOptions(domain: name)) } catch let
        error as SetteeError
      {
        throw StoreError(.declaration, error.message)
      }
    }
    if let bundle {
      for (key, value) in bundle.registeredDefaults(for: name) { options.registered[key] = value }
      issues += bundle.differences(from: fields, domain: name)
    }
    self.bundle = bundle
    self.issues = issues + fields.compactMap(\.nilIssue)
    do {
      for suite in configuration.suites { options.suites.append(try DomainName(suite)) }
      let opened = try configuration.location.open(DomainName(name), options)
      guard case .opaque(let key) = configuration.layout else {
        domain = opened
        return
      }
      domain = try Domain(
        opened.name, storage: OpaqueStorage(in: opened, key: key), options: options)
    } catch let error as DomainError { throw StoreError(domainError: error) }
  }

  /// Runs migrations and moves renamed settings to their new keys, in a single commit.
  ///
  /// If no changes are necessary, the settings file isn't locked.
  func bringUpToDate() throws -> InstalledVersions? {
    do {
      let stored = try domain.values(in: .user)
      let record = VersionRecord(under: configuration.slotPrefix, in: stored)
      let versions = configuration.version.map(record.installed)
      let isUpToDate =
        record.pending(configuration.migrations).isEmpty && (versions.map(record.says) ?? true)
        && !fields.contains { $0.isOutdated(in: stored) }
      if isUpToDate { return versions }
      try domain.transaction { transaction in
        let record = VersionRecord(under: configuration.slotPrefix, in: transaction.values)
        let pending = record.pending(configuration.migrations)
        for migration in pending { try migration.body(&transaction) }
        if !pending.isEmpty { record.noteDone(pending, in: &transaction) }
        if let version = configuration.version {
          record.note(record.installed(version), in: &transaction)
        }
        for field in fields { field.bringUpToDate(in: &transaction) }
      }
      return versions
    } catch let error as SetteeError {
      throw StoreError(domainError: error)
    } catch {
      throw StoreError(
        .storage, "a migration of \(set) failed, so nothing was changed: \(error)")
    }
  }
}

extension SettingField {
  /// Returns whether the file contains a setting under its previous key or in a previous format.
  fileprivate func isOutdated(in values: PropertyListDictionary) -> Bool {
    slot.formerPaths.contains { values.value(at: $0) != nil }
      || values.value(at: slot.path).flatMap(formerForm) != nil
  }

  /// Moves the value of a setting to its current key and converts the value to its current format.
  ///
  /// If the setting already has a value under its current key, this value is kept.
  fileprivate func bringUpToDate(in transaction: inout MigrationValues) {
    for former in slot.formerPaths {
      guard let value = transaction[former] else { continue }
      if transaction[slot.path] == nil { transaction[slot.path] = value }
      transaction[former] = nil
    }
    if let value = transaction[slot.path], let restored = formerForm(value) {
      transaction[slot.path] = restored
    }
  }

  /// Converts a value that was stored before the type of the setting conformed to `RawBytes`.
  private func formerForm(_ value: PropertyList) -> PropertyList? {
    guard case .data = form, value.data == nil else { return nil }
    return restored(value)
  }

  fileprivate var nilIssue: SettingIssue? {
    guard isOptional, let initial else { return nil }
    return SettingIssue(
      .nilReadsAsDefault, key: slot.key,
      "'\(slot.key)' is optional but has the default \(slot.shown(initial)), so nil reads as that "
        + "default; remove the default, or make the property non-optional")
  }
}

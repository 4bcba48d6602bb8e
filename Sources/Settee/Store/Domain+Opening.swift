package import SetteeFiles

extension Domain {
  /// Opens a domain by its name, in the directories that the environment specifies.
  public convenience init(
    _ name: String, options: DomainOptions = DomainOptions()
  ) throws {
    try self.init(try DomainName(name), locations: try SettingsDirectories(), options: options)
  }

  /// Opens a domain that is stored in specific files.
  ///
  /// All changes are logged for a later sync, even if this program doesn't use a cloud mirror.
  package convenience init(
    _ name: DomainName, locations: SettingsDirectories, options: DomainOptions = DomainOptions(),
    fileSystem: FileSystem = .live
  ) throws {
    try self.init(
      name, locations: locations, options: options, fileSystem: fileSystem,
      observer: .noting(for: name, in: locations))
  }
}

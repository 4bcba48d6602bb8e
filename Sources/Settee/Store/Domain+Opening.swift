package import SetteeFiles

extension Domain {
  /// Opens a domain by its name, in the directories specified by the environment.
  public convenience init(
    _ name: String, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    try self.init(try DomainName(name), locations: try SettingsDirectories(), options: options)
  }

  /// Opens a domain in the specified files.
  ///
  /// Changes are logged for cloud sync, whether or not this program uses a mirror.
  package convenience init(
    _ name: DomainName, locations: SettingsDirectories, options: DomainOptions = DomainOptions(),
    fileSystem: FileSystem = .live
  ) throws(DomainError) {
    try self.init(
      name, locations: locations, options: options, fileSystem: fileSystem,
      observer: .noting(for: name, in: locations))
  }
}

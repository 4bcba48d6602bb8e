package import SetteeFiles

extension Domain {
  /// Opens a domain by its name, where this process's environment says.
  public convenience init(
    _ name: String, options: DomainOptions = DomainOptions()
  ) throws(DomainError) {
    try self.init(try DomainName(name), locations: try Locations(), options: options)
  }

  /// Opens a domain in its files, here or through a door of one's own.
  ///
  /// Its edits are noted for the mirror as they are made, whether or not this program has one.
  package convenience init(
    _ name: DomainName, locations: Locations, options: DomainOptions = DomainOptions(),
    door: FileDoor = .live
  ) throws(DomainError) {
    try self.init(
      name, locations: locations, options: options, door: door,
      observer: .noting(for: name, in: locations))
  }
}

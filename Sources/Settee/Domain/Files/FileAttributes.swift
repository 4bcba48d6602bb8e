/// An extended attribute of a file: its access list, its label, or a note of some program.
struct FileAttribute: Sendable, Equatable {
  static let accessList = "system.posix_acl_access"
  /// What the kernel notes itself about what is in a file; it means nothing for other bytes.
  private static let ofContent: Set = ["security.ima", "security.evm", "security.capability"]

  let name: String
  let value: [UInt8]

  static func isKept(_ name: String) -> Bool { !ofContent.contains(name) }
}

extension FileDoor {
  /// The attributes that a new file in place of this one has to have too.
  func attributes(of file: Int32, _ path: String) throws(FileFault) -> [FileAttribute] {
    try call("read the attributes of", path) { () throws(ErrorNumber) in
      var all: [FileAttribute] = []
      for name in try attributes(file) where FileAttribute.isKept(name) {
        if let value = try attribute(file, name) {
          all.append(FileAttribute(name: name, value: value))
        }
      }
      return all
    }
  }

  /// Gives a new file the attributes of the old one; who may not do that replaces nothing.
  func give(
    _ wanted: [FileAttribute], to file: Int32, _ path: String
  ) throws(FileFault) {
    let own = try attributes(of: file, path)
    // A folder may give its new files an access list that the old one did not have.
    let list = FileAttribute.accessList
    if own.contains(where: { $0.name == list }), !wanted.contains(where: { $0.name == list }) {
      try call("keep the access list of", path) { () throws(ErrorNumber) in
        try setAttribute(file, list, nil)
      }
    }
    for attribute in wanted where !own.contains(attribute) {
      try call("keep the attribute \(attribute.name) of", path) { () throws(ErrorNumber) in
        try setAttribute(file, attribute.name, attribute.value)
      }
    }
  }
}

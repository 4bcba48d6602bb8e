extension CloudDocument {
  /// The document as a binary property list: what a mirror stores and counts.
  ///
  /// - Throws: what no property list can hold.
  public func bytes() throws(CloudError) -> [UInt8] {
    if let encoded { return encoded }
    do {
      return try CloudCoding.propertyList(of: self).binary()
    } catch {
      throw CloudError(.overLimits, "The settings cannot be sent: \(error.message)")
    }
  }

  /// Reads what a mirror stored; nil for bytes that are no document of this or an older Settee.
  public init?(bytes: [UInt8]) {
    guard let list = try? PropertyList(reading: bytes),
      let document = CloudCoding.document(from: list)
    else { return nil }
    // A view of a folder is XML, which is not what another mirror is sent.
    self = bytes.starts(with: "bplist".utf8) ? document.encoded(as: bytes) : document
  }
}

extension CloudDocument {
  /// The document as an XML property list, for people and for version control.
  func readable() throws(CloudError) -> [UInt8] {
    do {
      return try CloudCoding.propertyList(of: self).xml()
    } catch {
      throw CloudError(.overLimits, "The settings cannot be sent: \(error.message)")
    }
  }
}

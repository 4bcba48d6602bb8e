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
  public init?(bytes: [UInt8]) { self.init(bytes: bytes, now: ThisProcess.milliseconds) }

  /// Reads what a mirror stored at a time.
  init?(bytes: [UInt8], now: Int64) {
    guard let list = try? PropertyList(reading: bytes),
      let document = CloudCoding.document(from: list), document.isPlausible(now)
    else { return nil }
    // A view of a folder is XML, or has devices packed, which is not what another mirror is sent.
    let isPlain = bytes.starts(with: "bplist".utf8) && list.dictionary?[CloudCoding.packed] == nil
    self = isPlain ? document.encoded(as: bytes) : document
  }
}

extension CloudDocument {
  /// The document as a device's view: an XML property list, for people and for version control.
  ///
  /// Where many devices share a folder most of a view is packed, which nobody reads: then it is a
  /// binary one, which takes a third less.
  ///
  /// - Parameters:
  ///   - device: The device.
  ///   - packs: Whether whoever reads it understands ``PackedDevices``.
  /// - Returns: The bytes of the file.
  /// - Throws: What no property list can hold.
  func view(by device: CloudDevice, packs: Bool) throws(CloudError) -> [UInt8] {
    let list = CloudCoding.propertyList(ofViewBy: device, self, packs: packs)
    do {
      return try packs && devices.count > Self.mostReadable ? list.binary() : list.xml()
    } catch {
      throw CloudError(.overLimits, "The settings cannot be sent: \(error.message)")
    }
  }

  /// So many views in XML stay under 170 kB together.
  private static let mostReadable = 64
}

extension CloudDocument {
  /// Whether all its times lie before a bound that moves on with the clock, so that nobody can take
  /// the last one; a clock that is wrong by centuries is still followed.
  private func isPlausible(_ now: Int64) -> Bool {
    let bound = max(now, 0) + 1000 * 31_557_600_000
    return devices.values.allSatisfy { $0.time <= bound }
      && records.values.allSatisfy { $0.stamp.time <= bound }
  }
}

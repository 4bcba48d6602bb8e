package import Settee

/// Conformance checks that every `MirrorBackend` must pass.
///
/// ```swift
/// @Test(arguments: CloudMirrorSuite.checks)
/// func `my mirror passes the suite`(check: CloudMirrorSuite.Check) throws {
///   try check.run { MyMirror(at: place) }
/// }
/// ```
package enum CloudMirrorSuite {
  /// A guarantee that a mirror must provide.
  package struct Check: Sendable, CustomStringConvertible {
    /// The guarantee as a sentence.
    package let description: String
    let body: @Sendable (MirrorBench) throws -> Void

    /// Runs the check with accounts that no other check uses.
    ///
    /// - Parameter open: Opens the mirror. It's called once for each of two devices, which must
    ///   share the same data.
    /// - Throws: A ``SuiteFailure`` that describes the broken guarantee, or the mirror's error.
    package func run(_ open: () throws -> any MirrorBackend) throws {
      try body(MirrorBench(one: open(), other: open()))
    }
  }

  /// All checks.
  package static let checks: [Check] = pulling + pushing + watching
}

/// Two devices that use one mirror.
struct MirrorBench: Sendable {
  let one: any MirrorBackend
  let other: any MirrorBackend
  let device = CloudDevice(random: .random(in: 1 ... .max))
  let otherDevice = CloudDevice(random: .random(in: 1 ... .max))
  let account: String
  let address: CloudAddress

  init(one: any MirrorBackend, other: any MirrorBackend) throws {
    (self.one, self.other) = (one, other)
    account = "ann-\(device.id)@example.org"
    address = try CloudAddress(account: account, domain: "org.example.mail")
  }

  var deadline: CloudDeadline { .seconds(30) }

  /// Pushes additional records as a device that has seen the whole document.
  @discardableResult
  func push(
    _ values: [String: PropertyList?], as device: CloudDevice, through mirror: any MirrorBackend,
    at address: CloudAddress? = nil, expecting revision: String? = nil
  ) throws -> String? {
    let address = address ?? self.address
    let found = try mirror.pull(address, by: deadline)
    let document = Self.document(found, values, device)
    return try mirror.push(
      document, to: address, from: device, expecting: revision ?? found.revision, by: deadline)
  }

  /// Returns the document with additional records.
  static func document(
    _ found: CloudSnapshot, _ values: [String: PropertyList?], _ device: CloudDevice
  ) -> CloudDocument {
    var document = found.document ?? CloudDocument(mirror: found.mirror ?? "0123456789abcdef")
    let sequence = (document.devices[device]?.written.sequence ?? 0) + 1
    let push = CloudPush(device: device, sequence: sequence)
    for (key, value) in values {
      let above = document.records[Key(key)]?.stamp.time ?? 1_700_000_000_000
      let stamp = CloudStamp(time: above + 1, count: 0, device: device)
      document.records[Key(key)] = CloudRecord(
        value: value, stamp: stamp, push: push, seen: value == nil ? [device] : [])
    }
    document.devices[device] = CloudDeviceEntry(
      written: CloudWrite(sequence: sequence, nonce: .random(in: 0 ... .max)), time: 1)
    return document
  }

  /// Returns the values at an address as the other device reads them.
  func values(at address: CloudAddress? = nil) throws -> [Key: PropertyList] {
    try other.pull(address ?? self.address, by: deadline).document?.values ?? [:]
  }
}

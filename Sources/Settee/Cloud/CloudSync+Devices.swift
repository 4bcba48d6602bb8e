/// One of the devices that take part in a mirror.
public struct CloudMember: Sendable {
  /// Its random name.
  public let device: CloudDevice
  /// What its user calls it.
  public let name: String?
  /// When it was last heard of, in milliseconds since 1970.
  public let seen: Int64
  /// Whether it is this device.
  public let isThis: Bool

  /// Makes one.
  public init(device: CloudDevice, name: String?, seen: Int64, isThis: Bool) {
    (self.device, self.name, self.seen, self.isThis) = (device, name, seen, isThis)
  }
}

extension CloudSync {
  /// The devices that the mirror waits for, the one heard of last first.
  ///
  /// - Throws: Why the mirror could not be asked.
  public func devices(by deadline: CloudDeadline = .seconds(10)) throws(CloudError) -> [CloudMember]
  {
    let own = try ownName()
    let found = try mirror.pull(address, by: deadline).document?.devices ?? [:]
    return found.filter { !$0.value.isRetired }
      .map { CloudMember(device: $0, name: $1.name, seen: $1.time, isThis: $0 == own) }
      .sorted { ($1.seen, $0.device) < ($0.seen, $1.device) }
  }

  /// Says in the mirror that nobody waits for a device any more; what it had sent stays.
  ///
  /// When it comes back, it joins as a new one.
  ///
  /// - Throws: Why the mirror could not be told.
  public func forget(
    _ device: CloudDevice, by deadline: CloudDeadline = .seconds(10)
  ) throws(CloudError) {
    var order = CloudOrder(takes: false)
    order.forgets = device
    _ = try run(order, by: deadline)
  }
}

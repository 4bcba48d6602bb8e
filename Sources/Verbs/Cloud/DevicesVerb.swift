import Settee

extension Verb {
  package static let devices = Verb(
    "devices", "List the devices that sync with the mirror, or remove one",
    operands: [Operand("APP", .app, .optional), Operand("ID", .text, .optional)],
    options: CloudCall.options,
    notes: [
      "devices forget ID removes an inactive device from the mirror. Its changes are kept; if it returns, it joins as a new device.",
      "Devices that are inactive for 180 days are removed automatically.",
    ],
    examples: ["devices", "devices org.settee.mail --json", "devices forget 0123456789abcdef"]
  ) { call in
    let operands = call.operands
    let forgets = operands.first == "forget"
    guard forgets || operands.count < 2 else {
      throw SetteeError(
        .usage, "Too many arguments. Usage: settee devices [APP], or settee devices forget ID")
    }
    let cloud = try CloudCall(call)
    let app = forgets ? nil : operands.first
    let apps = try app.map { [try call.finder().open($0)] } ?? cloud.everyApp()
    let syncs = try apps.flatMap { try cloud.syncs(of: $0) }
    let own = Set(try syncs.map { try $0.ownName() })
    let devices = try cloud.devices(of: syncs)
    if forgets {
      try cloud.forget(operands.dropFirst().first, of: devices, own, in: syncs)
    } else {
      let rows = devices.sorted { ($1.value.time, $0.key) < ($0.value.time, $1.key) }
      try call.answer(
        .array(rows.map { $1.object($0, isThis: own.contains($0)) }),
        rows.map { $1.line($0, isThis: own.contains($0)) })
    }
    return .done
  }
}

extension CloudCall {
  /// Returns the devices that take part in any sync, with the time when each device was last
  /// active.
  fileprivate func devices(of syncs: [CloudSync]) throws -> [CloudDevice: CloudDeviceEntry] {
    var devices: [CloudDevice: CloudDeviceEntry] = [:]
    for (device, entry) in try syncs.flatMap({ try $0.devices(by: deadline) }) {
      var entry = entry
      if let known = devices[device] {
        entry.name = known.name ?? entry.name
        entry.time = max(entry.time, known.time)
      }
      devices[device] = entry
    }
    return devices
  }

  fileprivate func forget(
    _ id: String?, of devices: [CloudDevice: CloudDeviceEntry], _ own: Set<CloudDevice>,
    in syncs: [CloudSync]
  ) throws {
    guard let device = id.flatMap({ CloudDevice($0) }) else {
      let problem = id.map { "'\(SafeText.line($0))' isn't a device ID" } ?? "Missing device ID"
      throw SetteeError(.usage, "\(problem). List the IDs with 'settee devices'.")
    }
    guard devices[device] != nil else {
      throw SetteeError(.missing, "Unknown device \(device.id). See 'settee devices'.")
    }
    if own.contains(device) {
      throw SetteeError(.usage, "\(device.id) is this device. Remove it from another device.")
    }
    if call.has("dry-run") { return call.console.report("Dry run; would remove \(device.id).") }
    for sync in syncs where try sync.devices(by: deadline)[device] != nil {
      try sync.forget(device, by: deadline)
    }
  }
}

extension CloudDeviceEntry {
  fileprivate func object(_ device: CloudDevice, isThis: Bool) -> JSON {
    .object(ofPresent: [
      "id": .string(device.id), "name": name.map(JSON.string),
      "seen": .string(CloudCall.time(time)), "this": .boolean(isThis),
    ])
  }

  fileprivate func line(_ device: CloudDevice, isThis: Bool) -> String {
    "\(device.id)\t\(CloudCall.time(time))\t\(SafeText.line(name ?? ""))"
      + (isThis ? "\tthis device" : "")
  }
}

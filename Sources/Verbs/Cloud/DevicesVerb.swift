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
    let members = try cloud.members(of: syncs)
    if forgets {
      try cloud.forget(operands.dropFirst().first, of: members, in: syncs)
    } else {
      let rows = members.values.sorted { ($1.seen, $0.device) < ($0.seen, $1.device) }
      try call.answer(.array(rows.map(\.object)), rows.map(\.line))
    }
    return .done
  }
}

extension CloudCall {
  /// Returns the devices that take part in any sync, with the time when each device was last
  /// active.
  fileprivate func members(of syncs: [CloudSync]) throws -> [CloudDevice: CloudMember] {
    var members: [CloudDevice: CloudMember] = [:]
    for var member in try syncs.flatMap({ try $0.devices(by: deadline) }) {
      if let known = members[member.device] {
        member.name = known.name ?? member.name
        member.seen = max(member.seen, known.seen)
        member.isThis = member.isThis || known.isThis
      }
      members[member.device] = member
    }
    return members
  }

  fileprivate func forget(
    _ id: String?, of members: [CloudDevice: CloudMember], in syncs: [CloudSync]
  ) throws {
    guard let device = id.flatMap(CloudDevice.init) else {
      let problem = id.map { "'\(SafeText.line($0))' isn't a device ID" } ?? "Missing device ID"
      throw SetteeError(.usage, "\(problem). List the IDs with 'settee devices'.")
    }
    guard let member = members[device] else {
      throw SetteeError(.missing, "Unknown device \(device.id). See 'settee devices'.")
    }
    if member.isThis {
      throw SetteeError(.usage, "\(device.id) is this device. Remove it from another device.")
    }
    if call.has("dry-run") { return call.console.report("Dry run; would remove \(device.id).") }
    for sync in syncs where try sync.devices(by: deadline).contains(where: { $0.device == device })
    {
      try sync.forget(device, by: deadline)
    }
  }
}

extension CloudMember {
  fileprivate var object: JSON {
    .object(ofPresent: [
      "id": .string(device.id), "name": name.map(JSON.string),
      "seen": .string(CloudCall.time(seen)), "this": .boolean(isThis),
    ])
  }

  fileprivate var line: String {
    "\(device.id)\t\(CloudCall.time(seen))\t\(SafeText.line(name ?? ""))"
      + (isThis ? "\tthis device" : "")
  }
}

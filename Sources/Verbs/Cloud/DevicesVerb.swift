import Settee

extension Verb {
  /// `devices`: who takes part in a mirror.
  package static let devices = Verb(
    "devices", "lists the devices that take part in a mirror, or forgets a silent one",
    operands: [Operand("APP", .app, .optional), Operand("ID", .text, .optional)],
    options: CloudCall.options,
    notes: [
      "devices forget ID ends the waiting for a device that will not come back: its file is folded into the others. What it had sent stays; should it come back, it joins as a new one.",
      "A device that was silent for 180 days is forgotten by itself.",
    ],
    examples: ["devices", "devices mail --json", "devices forget 0123456789abcdef"]
  ) { call in
    let operands = call.invocation.operands
    if operands.first == "forget" { return try Devices(call, of: nil).forget(operands) }
    guard operands.count < 2 else {
      throw Failure(.usage, "settee devices takes an APP, or forget and the ID of a device.")
    }
    return try Devices(call, of: operands.first).list()
  }
}

/// The devices of the domains that a call is about.
private struct Devices {
  let call: Call
  let deadline: CloudDeadline
  let syncs: [CloudSync]
  /// Each device once, as it was last heard of.
  var members: [CloudDevice: CloudMember] = [:]

  init(_ call: Call, of app: String?) throws {
    self.call = call
    let cloud = try CloudCall(call)
    deadline = cloud.deadline
    let apps = try app.map { [try call.finder().open($0)] } ?? cloud.everyApp()
    syncs = try apps.flatMap { try cloud.syncs(of: $0) }
    for var member in try syncs.flatMap({ try $0.devices(by: cloud.deadline) }) {
      if let known = members[member.device] {
        member.name = known.name ?? member.name
        member.seen = max(member.seen, known.seen)
        member.isThis = member.isThis || known.isThis
      }
      members[member.device] = member
    }
  }

  func list() throws -> ExitCode {
    let rows = members.values.sorted { ($1.seen, $0.device) < ($0.seen, $1.device) }
    if call.has("json") {
      try call.write(.array(rows.map(\.object)))
    } else {
      for row in rows { try call.console.line(row.line) }
    }
    return .done
  }

  func forget(_ operands: [String]) throws -> ExitCode {
    guard operands.count == 2, let device = CloudDevice(operands[1]) else {
      throw Failure(.usage, "Which device? Give its ID as settee devices lists it.")
    }
    guard let member = members[device] else {
      throw Failure(.no, "No device \(device.id) takes part here; see “settee devices”.")
    }
    if member.isThis {
      throw Failure(.usage, "\(device.id) is this device, which cannot be forgotten by itself.")
    }
    if call.has("dry-run") {
      call.console.say("\(device.id) would be forgotten.")
      return .done
    }
    for sync in syncs where try sync.devices(by: deadline).contains(where: { $0.device == device })
    {
      try sync.forget(device, by: deadline)
    }
    return .done
  }
}

extension CloudMember {
  fileprivate var object: JSON {
    .object(ofPresent: [
      "id": .string(device.id), "name": name.map(JSON.string), "seen": CloudCall.time(seen),
      "this": .boolean(isThis),
    ])
  }

  fileprivate var line: String {
    "\(device.id)\t\(CloudCall.timeText(seen))\t\(SafeText.line(name ?? ""))"
      + (isThis ? "\tthis device" : "")
  }
}

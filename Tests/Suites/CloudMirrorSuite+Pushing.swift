import Settee

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension CloudMirrorSuite {
  static let pulling = [
    Check(description: "an unused address has no document") { bench in
      let found = try bench.one.pull(bench.address, by: bench.deadline)
      try promise(found.document == nil, "a pull from an empty mirror found a document")
    },
    Check(description: "a device pulls values of every type that another one pushed") { bench in
      let taken = try bench.push(Samples.values, as: bench.device, through: bench.one)
      try promise(taken != nil, "a push was rejected")
      let found = try bench.values()
      for (key, value) in Samples.values {
        let came = found[Key(key)]
        try promise(came == value, "'\(key)' was pulled as \(String(describing: came))")
      }
      try promise(found.count == Samples.values.count, "there are \(found.count) keys")
    },
    Check(description: "stamps, tombstones and the list of devices are unchanged") { bench in
      try bench.push(["gone": .string("here")], as: bench.device, through: bench.one)
      try bench.push(["gone": PropertyList?.none], as: bench.otherDevice, through: bench.other)
      let found = try bench.one.pull(bench.address, by: bench.deadline).document
      let record = found?.records["gone"]
      try promise(record?.isTombstone == true, "a tombstone was changed")
      try promise(
        record?.seen == [bench.otherDevice], "the devices that saw the delete were changed")
      let push = CloudPush(device: bench.otherDevice, sequence: 1)
      try promise(record?.push == push, "the push of a record was changed")
      for device in [bench.device, bench.otherDevice] {
        try promise(found?.devices[device]?.written.sequence == 1, "a device is missing")
      }
    },
    Check(description: "1,024 keys and one megabyte can be pushed") { bench in
      let value = PropertyList.string(String(repeating: "x", count: 1000))
      let keys = (0..<1024).map { ("key\($0)", PropertyList?.some(value)) }
      let values = Dictionary(uniqueKeysWithValues: keys)
      let taken = try bench.push(values, as: bench.device, through: bench.one)
      try promise(taken != nil, "the push was rejected")
      let found = try bench.values()
      try promise(found.count == 1024, "\(found.count) of 1024 keys were pulled")
      try promise(found.values.allSatisfy { $0 == value }, "a value was changed")
    },
  ]

  static let pushing = [
    Check(description: "a push returns the revision of the next pull") { bench in
      let said = try bench.push(["a": .integer(1)], as: bench.device, through: bench.one)
      let found = try bench.one.pull(bench.address, by: bench.deadline).revision
      try promise(said == found, "the push returned \(String(describing: said)), the pull \(found)")
    },
    Check(description: "a push that expects an old revision changes nothing") { bench in
      let old = try bench.one.pull(bench.address, by: bench.deadline).revision
      try bench.push(["a": .integer(1)], as: bench.otherDevice, through: bench.other)
      let taken = try bench.push(
        ["a": .integer(2)], as: bench.device, through: bench.one, expecting: old)
      try promise(taken == nil, "a push over an unseen change was accepted")
      try promise(try bench.values()["a"] == .integer(1), "a rejected push changed a value")
    },
    Check(description: "accounts and domains never mix") { bench in
      var places: [CloudAddress] = []
      for account in [bench.account, "not-\(bench.account)"] {
        for domain in ["org.example.a", "org.example.b"] {
          places.append(try CloudAddress(account: account, domain: domain))
        }
      }
      for (index, place) in places.enumerated() {
        let value = PropertyList.integer(Int64(index))
        try bench.push(["n": value], as: bench.device, through: bench.one, at: place)
      }
      for (index, place) in places.enumerated() {
        let found = try bench.values(at: place)
        let isOwn = found.count == 1 && found["n"] == .integer(Int64(index))
        try promise(isOwn, "\(place.account)/\(place.domain) contains \(found)")
      }
    },
    Check(description: "concurrent pushes lose no value") { bench in
      try raceTwoDevices(bench, pushes: 12)
      let found = try bench.values()
      for device in [bench.device, bench.otherDevice] {
        for number in 0..<12 {
          try promise(found[Key("\(device.id)\(number)")] != nil, "a push was lost")
        }
      }
    },
  ]
}

/// Values of each type, including strings that formats often handle incorrectly.
enum Samples {
  static let values: [String: PropertyList] = [
    "text": .string("é e\u{301} 😀 <&>\"' \n\ttab"),
    "controls": .string("\u{1}\u{1B}[31m\r\n"),
    "empty": .string(""),
    "int": .integer(.min), "big": .bigInteger(.max), "real": .real(0.1), "huge": .real(1e308),
    "yes": .boolean(true), "no": .boolean(false),
    "date": .date(Date(timeIntervalSinceReferenceDate: 700_000_000)),
    "data": .data(Data((0...255).map { UInt8($0) })),
    "list": .array([.integer(1), .string("two"), .array([])]),
    "nested": .dictionary(["a": .dictionary(["b": .real(-0.5)]), "é": .integer(1)]),
  ]
}

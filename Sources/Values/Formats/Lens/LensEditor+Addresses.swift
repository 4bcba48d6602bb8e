extension LensEditor {
  /// Throws an error if an edit of a hosts file adds a text that isn't an IP address.
  ///
  /// The lens accepts every word. Other invalid addresses that are already in the file are kept.
  func rejectAddresses(in new: Document) throws {
    guard tree.lens == "Hosts.lns", let other = new.lens else { return }
    func addresses(_ tree: LensTree) -> [[UInt8]] {
      tree.nodes.compactMap { $0.label == "ipaddr" ? $0.value : nil }
    }
    let known = Set(addresses(tree))
    let wrong = addresses(other).lazy.filter { !known.contains($0) }
      .map { String(decoding: $0, as: UTF8.self) }.first { !$0.isIPAddress }
    guard let wrong else { return }
    throw EditError.invalidValue(
      "'\(wrong)' isn't an IP address; use a form like 192.0.2.1 or 2001:db8::1")
  }
}

extension String {
  /// A Boolean value that indicates whether the text is an IPv4 address, or an IPv6 address that can
  /// have a zone, such as `fe80::1%eth0`.
  fileprivate var isIPAddress: Bool {
    if self[...].isIPv4Address { return true }
    let parts = split(separator: "%", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.dropFirst().allSatisfy({ !$0.isEmpty }) else { return false }
    // Two colons replace one or more groups of zeros.
    let halves = parts[0].split(separator: "::", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { return false }
    let groups = halves.flatMap {
      $0.isEmpty ? [] : $0.split(separator: ":", omittingEmptySubsequences: false)
    }
    // The last 32 bits can be written like an IPv4 address.
    let endsInIPv4 = halves.last?.isEmpty == false && groups.last?.isIPv4Address == true
    let areValid = groups.dropLast(endsInIPv4 ? 1 : 0).allSatisfy {
      (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { Character(.init($0)).isHexDigit }
    }
    let count = groups.count + (endsInIPv4 ? 1 : 0)
    return areValid && (halves.count == 1 ? count == 8 : count < 8)
  }
}

extension Substring {
  fileprivate var isIPv4Address: Bool {
    let parts = split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4
      && parts.allSatisfy { part in
        part.utf8.allSatisfy(\.isDigit) && UInt8(part) != nil
          && (part.count == 1 || part.first != "0")
      }
  }
}

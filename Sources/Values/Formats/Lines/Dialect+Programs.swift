// The file formats of individual programs. Each dialect follows the program's manual or source
// code.

extension Dialect {
  /// The format of Java properties files, as read by `java.util.Properties`.
  package static let properties = Dialect(
    name: "properties", commentSigns: Array("#!".utf8), separators: Array("=:".utf8),
    blanksSeparate: true, keys: .property, values: PropertyValue(), separator: "=")

  /// The format of MySQL and MariaDB option files, such as `my.cnf`.
  ///
  /// MySQL option files can contain `!include` directives and keys without a value.
  package static let mysql = Dialect(
    name: "mysql", sections: .brackets, keys: .word, values: OptionFileValue(),
    lists: .keys([
      "binlog-do-db", "binlog-ignore-db", "ignore-db-dir", "ignore-table",
      "performance-schema-instrument", "plugin-load-add", "replicate-do-db",
      "replicate-do-table", "replicate-ignore-db", "replicate-ignore-table",
      "replicate-rewrite-db", "replicate-wild-do-table", "replicate-wild-ignore-table",
      "rewrite-db",
    ]),
    allowsBareKeys: true, foldsDashes: true, directiveSign: UInt8(ascii: "!"), on: "ON",
    off: "OFF")

  /// The format of pacman.conf, in which a key without a value, such as `Color`, turns on a switch.
  package static let pacman = Dialect(
    name: "pacman", commentSigns: Array("#".utf8), sections: .brackets, keys: .anything,
    values: OneLine(quoteSigns: []),
    lists: .keys([
      "architecture", "cachedir", "cacheserver", "hookdir", "holdpkg", "ignoregroup", "ignorepkg",
      "include", "noextract", "noupgrade", "server", "siglevel", "usage",
    ]),
    allowsBareKeys: true, hasSwitches: true)

  /// The format of login.defs, in which a `#` after a value is part of the value.
  package static let loginDefinitions = Dialect(
    name: "login.defs", commentSigns: Array("#".utf8), separators: [], blanksSeparate: true,
    values: OneLine(quoteSigns: Array("\"".utf8)), on: "yes", off: "no", separator: "\t")

  package static let sysctl = Dialect(
    name: "sysctl", keys: .kernel, values: OneLine(quoteSigns: []), on: "1", off: "0")

  package static let dnsmasq = Dialect(
    name: "dnsmasq", commentSigns: Array("#".utf8),
    values: OneLine(hasCommentsBehind: true, needsBlankBehind: false),
    lists: .keys([
      "addn-hosts", "address", "alias", "auth-peer", "auth-sec-servers", "auth-server",
      "auth-zone", "bogus-nxdomain", "bogus-priv", "bootp-dynamic", "bridge-interface",
      "caa-record", "cname", "conf-dir", "conf-file", "dhcp-alternate-port", "dhcp-boot",
      "dhcp-circuitid", "dhcp-client-update", "dhcp-generate-names", "dhcp-host",
      "dhcp-hostsdir", "dhcp-hostsfile", "dhcp-ignore", "dhcp-ignore-names", "dhcp-mac",
      "dhcp-match", "dhcp-name-match", "dhcp-option", "dhcp-option-force", "dhcp-optsdir",
      "dhcp-optsfile", "dhcp-proxy", "dhcp-range", "dhcp-relay", "dhcp-remoteid",
      "dhcp-subscrid", "dhcp-userclass", "dhcp-vendorclass", "dns-rr", "domain", "dynamic-host",
      "except-interface", "filter-rr", "host-record", "hostsdir", "ignore-address", "interface",
      "interface-name", "ipset", "listen-address", "local", "mx-host", "naptr-record", "nftset",
      "no-dhcp-interface", "no-dhcpv4-interface", "no-dhcpv6-interface", "ptr-record",
      "pxe-prompt", "pxe-service", "ra-param", "rebind-domain-ok", "resolv-file", "rev-server",
      "server", "servers-file", "shared-network", "srv-host", "synth-domain", "tag-if",
      "tftp-root", "trust-anchor", "txt-record",
    ]),
    allowsBareKeys: true, hasSwitches: true, separator: "=")

  package static let chrony = Dialect(
    name: "chrony", commentSigns: Array("!;#%".utf8), separators: [], blanksSeparate: true,
    values: OneLine(quoteSigns: []),
    lists: .keys([
      "allow", "bindcmdaddress", "broadcast", "cmdallow", "cmddeny", "confdir", "deny",
      "fallbackdrift",
      "hwtimestamp", "include", "initstepslew", "mailonchange", "ntsservercert", "ntsserverkey",
      "ntstrustedcerts", "peer", "pool", "refclock", "server", "sourcedir",
    ]),
    allowsBareKeys: true, foldsKeys: true, hasSwitches: true, separator: " ")

  package static let kitty = Dialect(
    name: "kitty", commentSigns: Array("#".utf8), separators: [], blanksSeparate: true,
    values: KittyValue(),
    lists: .keys([
      "action_alias", "env", "envinclude", "exe_search_path", "filter_notification",
      "font_features", "geninclude", "globinclude", "include", "kitten_alias", "map", "menu_map",
      "modify_font", "mouse_map", "narrow_symbols", "remote_control_password", "symbol_map",
      "transparent_background_colors", "watcher",
    ]),
    on: "yes", off: "no", separator: " ")

  package static let ghostty = Dialect(
    name: "ghostty", commentSigns: Array("#".utf8),
    values: OneLine(quoteSigns: Array("\"".utf8)),
    lists: .keys([
      "clipboard-codepoint-map", "command-palette-entry", "config-file", "custom-shader", "env",
      "font-codepoint-map", "font-family", "font-family-bold", "font-family-bold-italic",
      "font-family-italic", "font-feature", "font-variation", "font-variation-bold",
      "font-variation-bold-italic", "font-variation-italic", "gtk-custom-css", "input", "keybind",
      "link", "palette",
    ]),
    allowsBareKeys: true)

  /// The format of `/etc/environment` as read by pam_env, which doesn't substitute variables.
  package static let environment = Dialect(
    name: "environment", commentSigns: Array("#".utf8), keys: .shell,
    values: OneLine(hasCommentsBehind: true, needsBlankBefore: false, needsBlankBehind: false),
    separator: "=")
}

/// The syntax of the values in Java properties files.
///
/// A Java property value is the rest of the line with escapes. A trailing backslash continues the
/// value on the next line.
struct PropertyValue: ValueGrammar {
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let first = bytes.skippingBlanks(from: start)
    var end = bytes.contentEnd(of: first)
    while isContinued(bytes[first..<end]) {
      let next = bytes.lineEnd(of: end)
      guard next > end, next < bytes.count else { break }
      end = bytes.contentEnd(of: next)
    }
    guard decode(Array(bytes[first..<end]), signs: signs) != nil else { return nil }
    // In a Java properties file, whitespace at the end of a line is part of the value.
    let value = first < end ? first..<end : bytes.trimmedRange(start, end)
    return ValueScan(value: value, end: end)
  }

  private func isContinued(_ line: ArraySlice<UInt8>) -> Bool {
    line.reversed().prefix { $0 == "\\" }.count % 2 == 1
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? { Self.decoded(literal[...]) }

  /// Decodes a key or value of a Java properties file, or returns `nil` if a Unicode escape is
  /// incomplete.
  static func decoded(_ literal: ArraySlice<UInt8>) -> [UInt8]? {
    let meanings: [UInt8: UInt8] = [0x74: 0x09, 0x6E: 0x0A, 0x72: 0x0D, 0x66: 0x0C]
    var out: [UInt8] = []
    var high: UInt32?
    var rest = literal
    while let byte = rest.popFirst() {
      guard byte == "\\", let next = rest.popFirst() else {
        if byte != "\\" { out.append(byte) }
        continue
      }
      if next.isLineEnd {
        if next == 0x0D, rest.first == 0x0A { rest.removeFirst() }
        rest = rest.drop { $0.isBlank || $0 == 0x0C }
      } else if next == "u" {
        let digits = rest.prefix(4).compactMap(\.hexDigit)
        guard digits.count == 4 else { return nil }
        rest = rest.dropFirst(4)
        let code = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
        if let first = high, code >> 10 == 0x37 {
          out.removeLast(3)
          out.append(character: 0x10000 + (first & 0x3FF) << 10 + code & 0x3FF)
          high = nil
        } else {
          out.append(character: code)
          high = code >> 10 == 0x36 ? code : nil
        }
        continue
      } else {
        out.append(meanings[next] ?? next)
      }
      high = nil
    }
    return out
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let isOldRaw = old.contains { $0 >= 0x80 } && old.firstNonUTF8 == nil
    var out = Self.escaped(text, keepsCharacters: isOldRaw)
    // Escape whitespace at the start and a separator after whitespace, because Java would skip
    // them.
    if let first = out.first, first.isBlank || first == "=" || first == ":" {
      out.insert(0x5C, at: 0)
    }
    return out
  }

  static func written(key: [UInt8]) -> [UInt8] {
    let escapes: [UInt8: String] = [
      0x20: "\\ ", 0x3A: "\\:", 0x3D: "\\=", 0x23: "\\#", 0x21: "\\!",
    ]
    return escaped(key, keepsCharacters: false).escaped(escapes)
  }

  /// Returns the text of a Java property with control characters and non-ASCII characters escaped.
  ///
  /// Java reads a properties file as ISO 8859-1 or as UTF-8, depending on the program.
  private static func escaped(_ text: [UInt8], keepsCharacters: Bool) -> [UInt8] {
    let escapes: [UInt8: String] = [
      0x5C: "\\\\", 0x09: "\\t", 0x0A: "\\n", 0x0D: "\\r", 0x0C: "\\f",
    ]
    guard !keepsCharacters, text.contains(where: { $0 >= 0x80 }) else {
      return text.escaped(escapes)
    }
    return String(decoding: text, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
      guard unit >= 0x80 else { return [UInt8(unit)].escaped(escapes) }
      let digits = String(unit, radix: 16, uppercase: true)
      return Array("\\u".utf8) + [UInt8](repeating: 0x30, count: 4 - digits.count) + digits.utf8
    }
  }
}

/// The syntax of the values in MySQL option files, with quotes, escapes, and comments that begin
/// with `#`.
struct OptionFileValue: ValueGrammar {
  private static let meanings: [UInt8: UInt8] = [
    0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x62: 0x08, 0x73: 0x20, 0x22: 0x22, 0x27: 0x27,
    0x5C: 0x5C,
  ]

  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    let end = bytes.contentEnd(of: start)
    var quote: UInt8 = 0
    var at = bytes.skippingBlanks(from: start)
    while at < end, quote != 0 || bytes[at] != "#" {
      let byte = bytes[at]
      if quote != 0, byte == "\\" {
        at += 1
      } else if byte == quote {
        quote = 0
      } else if quote == 0, byte == "\"" || byte == "'" {
        quote = byte
      }
      at += 1
    }
    at = min(at, end)
    let comments = at < end ? [Comment(range: at..<end, isBehind: true)] : []
    return ValueScan(value: bytes.trimmedRange(start, at), end: end, comments: comments)
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    var rest = literal[...]
    if let quote = rest.first, quote == "\"" || quote == "'", rest.count > 1, rest.last == quote {
      rest = rest.dropFirst().dropLast()
    }
    var out: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == "\\", let next = rest.first, let meant = Self.meanings[next] {
        out.append(meant)
        rest.removeFirst()
      } else {
        out.append(byte)
      }
    }
    return out
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let escapes: [UInt8: String] = [0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r"]
    let escaped = text.escaped(escapes)
    let quote = old.count > 1 && old.first == old.last ? old.first : nil
    let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    let isWhole = text.trimmed.elementsEqual(text)
    if !isQuoted, isWhole, !text.contains(where: { "#\"'".utf8.contains($0) }) { return escaped }
    let sign: UInt8 = isQuoted ? quote ?? 0x22 : 0x22
    return [sign] + escaped.escaped([sign: "\\" + String(UnicodeScalar(sign))]) + [sign]
  }
}

/// The syntax of the values in the configuration of the kitty terminal.
///
/// A kitty value is the rest of the line. Lines that begin with a backslash continue it.
struct KittyValue: ValueGrammar {
  func scan(_ bytes: [UInt8], from start: Int, keyIndent: Int, signs: [UInt8]) -> ValueScan? {
    var end = bytes.contentEnd(of: start)
    while case let next = bytes.lineEnd(of: end), next < bytes.count, next > end,
      case let head = bytes.skippingBlanks(from: next), head < bytes.count, bytes[head] == "\\"
    {
      end = bytes.contentEnd(of: head)
    }
    return ValueScan(value: bytes.trimmedRange(start, end), end: end)
  }

  func decode(_ literal: [UInt8], signs: [UInt8]) -> [UInt8]? {
    let lines = literal.trimmedLines
    return lines.first.map { first in
      lines.dropFirst().reduce(Array(first)) { $0 + $1.dropFirst() }
    }
  }

  func encode(_ text: [UInt8], like old: [UInt8], signs: [UInt8]) -> [UInt8]? {
    text.contains(where: \.isLineEnd) ? nil : text
  }
}

import SetteeValues

// Rules for bundles whose `Root.plist` file describes the settings file of another program.

extension CheckRule {
  static let programKeys = pane("program-keys", .error) { pane, _, report in
    for (key, node) in pane.root.entries {
      guard let type = ElementKey.ofProgram(key)?.type, let place = node.keyPlace else { continue }
      if !type.isRight(node.value) {
        report.add(node.place, "\(key) must be \(type.phrase), not \(node.value.typePhrase)")
      } else if pane.base != "Root" {
        report.add(place, "\(key) is ignored outside Root.plist; move it there")
      } else if node.value == .string("") || node.value == .array([]) && key != "SetteeKnownKeys" {
        report.add(node.place, "\(key) is empty; specify a value or remove it")
      } else if pane.root["SetteeFile"] == nil {
        report.add(place, "\(key) has no effect without SetteeFile; add SetteeFile")
      }
    }
  }

  static let programPath = pane("program-path", .error) { pane, _, report in
    for node in ["SetteeFile", "SetteeSiteFiles"].compactMap({ pane.root[$0] }) {
      for path in [node] + node.elements {
        guard let text = path.value.string, !text.isEmpty,
          !ProgramFile.beginnings.contains(where: text.hasPrefix)
        else { continue }
        let beginnings = ProgramFile.beginnings.joined(separator: " or ")
        report.add(
          path.place,
          "\(ValueFormatter.quoted(text)) isn't an absolute path; start it with \(beginnings)")
      }
    }
  }

  static let programFormat = pane("program-format", .error) { pane, _, report in
    for (key, names) in [
      ("SetteeFormat", Format.all.map(\.name)), ("SetteeDialect", Dialect.all.map(\.name)),
    ] {
      guard let node = pane.root[key], let name = node.value.string, !name.isEmpty,
        !names.contains(name)
      else { continue }
      report.add(
        node.place,
        "unknown \(key) \(ValueFormatter.quoted(name)); use one of: \(names.joined(separator: ", "))"
      )
    }
  }

  static let programDomain = pane("program-domain", .warning) { pane, bundle, report in
    guard bundle.isForProgram,
      let place = pane.root["ApplicationGroupContainerIdentifier"]?.keyPlace
    else { return }
    report.add(place, "settings are stored in SetteeFile, not in a domain; remove this key")
  }

  static let knownKeys = pane("known-keys", .error) { pane, _, report in
    for node in pane.root["SetteeKnownKeys"]?.elements ?? [] {
      guard let text = node.value.string, DocumentPath(text) == nil else { continue }
      report.add(
        node.place,
        "\(ValueFormatter.quoted(text)) in SetteeKnownKeys isn't a key or a pattern such as alias.*; "
          + "separate names with dots and put unusual names in quotes")
    }
  }

  static let keyPlace = pane("key-place", .error) { pane, bundle, report in
    guard bundle.isForProgram else { return }
    for element in pane.elements {
      guard let key = element["Key"], let text = key.value.string, !text.isEmpty,
        DocumentPath(text) == nil
      else { continue }
      report.add(
        key.place,
        "\(ValueFormatter.quoted(text)) isn't a valid key path; use a form like a.b or \"a.b\".c")
    }
  }
}

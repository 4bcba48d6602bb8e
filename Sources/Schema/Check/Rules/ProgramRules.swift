import SetteeFormats
import SetteePropertyLists

// Rules for bundles of program files, whose keys in Root.plist identify the file.

extension CheckRule {
  static let programKeys = pane("program-keys", .error) { pane, _, report in
    for (key, node) in pane.root.entries {
      guard let type = KnownKeys.ofPrograms[key], let place = node.keyPlace else { continue }
      if !type.isRight(node.value) {
        report.add(node.place, "\(key) has to be \(type.phrase) and is \(node.value.typePhrase)")
      } else if pane.base != "Root" {
        report.add(place, "\(key) counts only in Root.plist; move it there")
      } else if node.value == .string("") || node.value == .array([]) && key != "SetteeKnownKeys" {
        report.add(node.place, "\(key) is empty; fill it in or remove it")
      } else if pane.root["SetteeFile"] == nil {
        report.add(place, "\(key) does nothing without SetteeFile; name the file")
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
          "\(Quotation.of(text)) is not found from everywhere; begin the path with \(beginnings)")
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
        "\(key) knows no \(Quotation.of(name)); write one of \(names.joined(separator: ", "))")
    }
  }

  static let programDomain = pane("program-domain", .warning) { pane, bundle, report in
    guard bundle.isForProgram,
      let place = pane.root["ApplicationGroupContainerIdentifier"]?.keyPlace
    else { return }
    report.add(place, "the settings stand in the file of SetteeFile, in no domain; remove this")
  }

  static let knownKeys = pane("known-keys", .error) { pane, _, report in
    for node in pane.root["SetteeKnownKeys"]?.elements ?? [] {
      guard let text = node.value.string, Place(text) == nil else { continue }
      report.add(
        node.place,
        "\(Quotation.of(text)) in SetteeKnownKeys isn't a key or a pattern such as alias.*; "
          + "separate names with dots and put unusual names in quotes")
    }
  }

  static let keyPlace = pane("key-place", .error) { pane, bundle, report in
    guard bundle.isForProgram else { return }
    for element in pane.elements {
      guard let key = element["Key"], let text = key.value.string, !text.isEmpty,
        Place(text) == nil
      else { continue }
      report.add(
        key.place,
        "\(Quotation.of(text)) is no place in a file; put dots between names, odd names in quotes")
    }
  }
}

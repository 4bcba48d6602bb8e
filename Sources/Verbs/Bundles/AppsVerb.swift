import Settee

extension Verb {
  package static let apps = Verb(
    "apps", "List all apps with their domain, title, layers, and bundle", options: [.json],
    notes: [
      "An app has a bundle in $SETTEE_PATH or in a settee/bundles directory of the XDG data directories, or a property list in the user, site, or managed directory."
    ],
    examples: ["apps", "apps --json"]
  ) { call in
    let finder = try call.finder()
    let apps = finder.offeredNames().map { name in
      let bundle = finder.bundle(of: name)
      let opened = bundle.flatMap { try? SettingsBundle(at: $0, options: finder.options) }
      let layers = finder.layers(of: name).map(\.rawValue)
      return (domain: name.text, title: opened?.title ?? name.text, layers: layers, bundle: bundle)
    }
    try call.answer(
      .array(
        apps.map { app in
          .object(ofPresent: [
            "domain": .string(app.domain), "bundle": app.bundle.map(JSON.string),
            "title": .string(app.title), "layers": .array(app.layers.map(JSON.string)),
          ])
        }),
      apps.map { app in
        [app.domain, app.title, app.layers.joined(separator: ","), app.bundle ?? ""]
          .map(SafeText.line).joined(separator: "\t")
      })
    if apps.isEmpty, !call.has("json") {
      call.console.report(
        "No apps found. Run 'settee PATH' to open a settings file or a settings bundle."
      )
    }
    return .done
  }

  package static let find = Verb(
    "find", "Search the titles, keys, help, and choices of all apps",
    operands: [Operand("WORD", .text)], options: [.json],
    notes: [
      "Each line has the domain, key, value as JSON, and origin, tab-separated. Exits 1 if nothing matches. Values are not searched."
    ],
    examples: ["find password"]
  ) { call in
    let word = call.operands[0].lowercased()
    let finder = try call.finder()
    var objects: [JSON] = []
    for name in finder.offeredNames() {
      // Skip an app that can't be opened, so that the user still sees the other apps.
      guard let app = try? finder.open(name) else { continue }
      for place in app.places where place.matches(word) {
        let row = KeyRow(place, in: nil, tellsSecrets: false)
        objects.append(row.listed([.domain]))
        if call.has("json") { continue }
        try call.console.line(row.line([.domain, .key, .value, .origin]))
      }
    }
    if call.has("json") { try call.write(.array(objects)) }
    return objects.isEmpty ? .no : .done
  }

  package static let path = Verb(
    "path", "Print the path of the file that stores an app's values",
    operands: [.app],
    notes: ["With --layer, prints the path of that layer's file. The file may not exist yet."],
    examples: ["path org.settee.mail", "path org.settee.mail --layer managed"]
  ) { call in
    let finder = try call.finder()
    let app = try finder.open(call.operands[0])
    let domain = app.domains[0]
    let path =
      domain.name.isFile ? domain.name.text : finder.locations.file(domain.name, call.layer)
    try call.console.line(path)
    return .done
  }
}

extension SettingReference {
  fileprivate func matches(_ word: String) -> Bool {
    let control = setting?.control
    let texts = [key, control?.title, control?.help] + (control?.choices.map(\.title) ?? [])
    return texts.contains { $0?.lowercased().contains(word) ?? false }
  }
}

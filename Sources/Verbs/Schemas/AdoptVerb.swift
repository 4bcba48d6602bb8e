import Settee
import SetteeFiles
import SetteeValues
import SetteeJSONSchema

extension Verb {
  package static let adopt = Verb(
    "adopt", "Generate a bundle for a program's settings file from its JSON Schema",
    operands: [Operand("NAME", .text, .optional)],
    options: [
      VerbOption("file", "settings file of the program", .file("PATH")),
      VerbOption("schema", "path or URL of the schema", .text("FILE|URL")),
      VerbOption("schema-from", "command that prints the schema", .text("CMD")),
      VerbOption("list", "list the adopted bundles"),
      VerbOption("again", "generate the bundle again from the current schema"), .json,
    ],
    notes: [
      "NAME opens the panes from then on. The bundle is stored in $XDG_DATA_HOME/settee/bundles; uninstall removes it and keeps the settings file.",
      "Settings without a dedicated control are shown read-only and can be changed in the file itself.",
      "--again keeps your changes to titles, help, groups, and order in the bundle.",
    ],
    examples: [
      "adopt bottom --file ~/.config/bottom/bottom.toml --schema bottom.schema.json",
      "adopt --list", "adopt --again bottom",
    ]
  ) { call in
    let adoption = Adoption(call, try call.finder())
    if call.has("list") {
      try adoption.list()
    } else if let name = call.operands.first {
      try call.has("again") ? adoption.renew(name) : adoption.adopt(name)
    } else {
      let command = "\(call.syntax.program) adopt bottom --file PATH --schema FILE"
      throw SetteeError(.usage, "Missing program name. Example: \(command)")
    }
    return .done
  }
}

/// Generates bundles from schemas.
private struct Adoption {
  let call: Call
  let finder: AppFinder

  init(_ call: Call, _ finder: AppFinder) { (self.call, self.finder) = (call, finder) }

  func list() throws {
    let all = finder.adoptedBundles()
    try call.answer(
      .array(
        all.map {
          [
            "name": .string($0.name), "file": .string($0.file),
            "schema": .string($0.source.place), "bundle": .string($0.bundle.path),
          ]
        }),
      all.map { [$0.name, $0.file, $0.source.place].map(SafeText.line).joined(separator: "\t") })
    if all.isEmpty, !call.has("json") {
      call.console.report(
        "No adopted files. To add one, run 'settee adopt NAME --file PATH --schema FILE'.")
    }
  }

  func adopt(_ name: String) throws {
    let domain = try self.domain(name)
    guard let path = call.value(of: "file"), !path.isEmpty else {
      throw SetteeError(
        .usage, "Missing option --file PATH, the settings file of \(name).")
    }
    guard let source = try SchemaSource(call) else {
      throw SetteeError(
        .usage,
        "Missing option --schema FILE|URL or --schema-from CMD, the schema of \(name)."
      )
    }
    if let there = finder.installedBundle(of: domain) {
      let isOurs =
        there == finder.installationPath(of: domain) && AdoptedBundle(there, finder) != nil
      let program = call.syntax.program
      throw SetteeError(
        .usage,
        isOurs
          ? "\(name) is already adopted. To update it, run '\(program) adopt --again \(name)'. To remove it, run '\(program) uninstall \(name)'."
          : "A bundle named \(name) already exists: \(there). Choose another name.")
    }
    let bytes = try source.bytes(call)
    let schema = try source.schema(reading: bytes)
    let (files, report) = PaneGenerator.bundle(
      of: schema, title: name, root: try root(for: path, source), isSecret: SecretName.matches)
    try place(files, bytes, domain, asMade: files)
    try printReport(domain, report)
  }

  func renew(_ name: String) throws {
    let domain = try self.domain(name)
    guard let old = AdoptedBundle(finder.installationPath(of: domain), finder) else {
      throw SetteeError(
        .missing, "\(name) isn't an adopted bundle. See '\(call.syntax.program) adopt --list'.")
    }
    let source = try SchemaSource(call) ?? old.source
    let bytes = try source.bytes(call)
    let schema = try source.schema(reading: bytes)
    let now = try old.content()
    var root = now.first?.content ?? [:]
    root.removeAll { !$0.key.hasPrefix("Settee") }
    root[source.entry.key] = source.entry.value
    let (after, report) = PaneGenerator.bundle(
      of: schema, title: name, root: root, isSecret: SecretName.matches)
    let renewal = BundleMerge(before: try old.contentAsMade(), now: now, after: after)
    try place(renewal.files, bytes, domain, asMade: after)
    try printReport(domain, report, renewal)
  }

  private func domain(_ name: String) throws -> DomainName {
    guard !name.contains("/"), !name.contains(".") else {
      throw SetteeError(
        .usage,
        "Invalid program name '\(name)'. Use a name without dots and slashes, such as bottom.")
    }
    return try DomainName(name)
  }

  /// Returns the entries of the file `Root.plist` that specify the settings file and its schema.
  private func root(for path: String, _ source: SchemaSource) throws -> PropertyListDictionary {
    var path = AppFinder.absolute(path)
    _ = try finder.format(of: path, path)
    if let home = call.environment["HOME"], home.count > 1, path.hasPrefix(home + "/") {
      path = "~" + path.dropFirst(home.count)
    }
    var root: PropertyListDictionary = ["SetteeFile": .array([.string(path)])]
    if let format = finder.fileFormat.flatMap(Format.init(option:)) {
      root["SetteeFormat"] = .string(format.name)
    }
    root[source.entry.key] = source.entry.value
    return root
  }

  private func place(
    _ files: BundleMerge.Files, _ schema: [UInt8], _ domain: DomainName, asMade: BundleMerge.Files
  ) throws {
    if call.has("dry-run") { return }
    try finder.install(domain) { folder in
      for (name, content) in files { try finder.write(content, to: "\(folder)/\(name).plist") }
      try FileSystem.live.make("\(folder)/\(AdoptedBundle.schemaName)", schema, mode: 0o644)
      let made = PropertyListDictionary(asMade.map { ($0.name, .dictionary($0.content)) })
      try finder.write(made, to: "\(folder)/\(AdoptedBundle.madeName)")
    }
  }

  // MARK: Reports

  private func printReport(
    _ domain: DomainName, _ report: PaneGenerator.Report, _ renewal: BundleMerge? = nil
  ) throws {
    let path = finder.installationPath(of: domain)
    try call.reporting(asSaved: !call.has("dry-run")) {
      try call.answer(report.json(path, renewal), [path])
    }
    let console = call.console
    if call.has("dry-run") {
      console.report("Dry run; the bundle was not created.")
    }
    console.report(
      "\(report.controls) of \(report.settings) settings (\(report.share)%) have a dedicated control, on \(report.panes) panes."
    )
    func count(_ counts: [String: Int]) -> String {
      counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
    }
    if !report.asText.isEmpty {
      console.report("Editable only in the file: \(count(report.asText)).")
    }
    if !report.leftOut.isEmpty { console.report("Omitted: \(count(report.leftOut)).") }
    if report.oddDefaults > 0 {
      console.report(
        "\(report.oddDefaults) defaults are shown as text only, because they violate the schema.")
    }
    if report.patterns > 0 {
      console.report(
        "\(report.patterns) patterns aren't supported by controls; only the program checks them.")
    }
    guard let renewal else { return }
    func names(_ all: [String]) -> String {
      all.prefix(20).joined(separator: ", ")
        + (all.count > 20 ? " and \(all.count - 20) others" : "")
    }
    if !renewal.added.isEmpty { console.report("Added: \(names(renewal.added)).") }
    if !renewal.gone.isEmpty { console.report("Removed: \(names(renewal.gone)).") }
    if renewal.added.isEmpty, renewal.gone.isEmpty {
      console.report("No settings were added or removed.")
    }
  }
}

extension AdoptedBundle {
  fileprivate var name: String {
    FilePath.stem(of: bundle.path, dropping: ".bundle").map(FilePath.name(of:)) ?? bundle.path
  }

  fileprivate var file: String { bundle.programFile?.paths.first ?? "" }
}

extension PaneGenerator.Report {
  fileprivate func json(_ path: String, _ renewal: BundleMerge?) -> JSON {
    func counts(_ counts: [String: Int]) -> JSON {
      .object(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer(Int64($0.value))) })
    }
    func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
    return .object(ofPresent: [
      "bundle": .string(path), "settings": .integer(Int64(settings)),
      "controls": .integer(Int64(controls)), "panes": .integer(Int64(panes)),
      "asText": counts(asText), "leftOut": counts(leftOut),
      "oddDefaults": .integer(Int64(oddDefaults)), "patterns": .integer(Int64(patterns)),
      "added": renewal.map { texts($0.added) }, "gone": renewal.map { texts($0.gone) },
    ])
  }
}

import Settee
import SetteeFiles
import SetteeFormats
import SetteeJSONSchema

/// A bundle that was generated from a program's schema and contains this schema.
struct AdoptedBundle {
  static let schemaName = "Schema.json"
  /// The name of the file that contains the property lists as originally generated.
  ///
  /// All differences from this file are changes by the user.
  static let madeName = "AsMade"

  let bundle: SettingsBundle
  let source: SchemaSource
  private let files = BundleFiles.live

  /// Opens the adopted bundle at a path, or returns `nil` for any other bundle.
  init?(_ path: String, _ finder: AppFinder) {
    guard finder.files.kind("\(path)/\(Self.schemaName)") == .file,
      let bundle = try? SettingsBundle(at: path, options: finder.options)
    else { return nil }
    self.init(bundle)
  }

  /// Creates an adopted bundle, or returns `nil` for any other bundle.
  init?(_ bundle: SettingsBundle) {
    guard let source = bundle.programFile.flatMap(SchemaSource.init),
      files.kind("\(bundle.path)/\(Self.schemaName)") == .file
    else { return nil }
    (self.bundle, self.source) = (bundle, source)
  }

  /// Returns the schema that the bundle was generated from.
  func schema() throws -> JSONSchema {
    let bytes = try files.read("\(bundle.path)/\(Self.schemaName)", JSONSchema.mostBytes)
    return try source.schema(reading: bytes)
  }

  private func values(_ name: String) throws -> PropertyListDictionary {
    try PropertyList(reading: files.read("\(bundle.path)/\(name)", 64 << 20)).dictionary ?? [:]
  }

  /// Returns the property lists as originally generated.
  func contentAsMade() throws -> BundleMerge.Files {
    try values(Self.madeName).entries.map { ($0.key, $0.value.dictionary ?? [:]) }
  }

  /// Returns the current property lists, starting with Root.
  func content() throws -> BundleMerge.Files {
    let names = try files.list(bundle.path).filter { $0.hasSuffix(".plist") && $0 != "Info.plist" }
    let all = try names.sorted().map { (String($0.dropLast(6)), try values($0)) }
    return all.filter { $0.0 == "Root" } + all.filter { $0.0 != "Root" }
  }
}

extension AppFinder {
  /// Returns all adopted bundles.
  func adoptedBundles() -> [AdoptedBundle] {
    bundles.compactMap { AdoptedBundle($0.path, self) }
  }

  /// Returns the schema of a file.
  ///
  /// A file can have an adopted bundle with a schema, or it can specify a local schema.
  func schema(of path: String, _ bytes: [UInt8]) throws -> JSONSchema? {
    let path = Self.absolute(path)
    let target = try? FileSystem.live.resolved(path)
    for adopted in adoptedBundles() {
      let own = file(of: adopted.bundle)
      if let own, (try? FileSystem.live.resolved(own)) == target { return try adopted.schema() }
    }
    return try NamedSchema.place(in: bytes, at: path).flatMap { try schema(named: $0) }
  }

  /// Returns the schema specified in a file if it is a local file.
  private func schema(named place: String) throws -> JSONSchema? {
    guard !SchemaSource.isWeb(place), files.kind(place) == .file else { return nil }
    return try SchemaSource(.file, place).schema(
      reading: try files.read(place, JSONSchema.mostBytes))
  }

  /// Generates panes from a local schema specified in a file, without saving the panes.
  func bundle(
    named place: String, for path: String
  ) throws -> (bundle: SettingsBundle, schema: JSONSchema)? {
    guard let schema = try schema(named: place) else { return nil }
    let title = FilePath.name(of: path)
    let compiled = PaneGenerator.bundle(
      of: schema, title: title, root: ["SetteeFile": .string(path)], isSecret: SecretName.matches)
    let folder = "/\(title).bundle"
    let contents = try compiled.files.map { file in
      ("\(folder)/\(file.name).plist", try PropertyList.dictionary(file.content).xml())
    }
    let bundle = try SettingsBundle(
      at: folder, options: options, files: .memory(Dictionary(contents) { first, _ in first }))
    return (bundle, schema)
  }
}

import Settee
import SetteeFiles
import SetteeFormats
import SetteeJSONSchema

/// Where the schema of a program comes from: a file, the web, or a command of the user's that prints it.
enum SchemaSource {
  case file(String)
  case web(String)
  case command(String)

  /// What `--schema` or `--schema-from` name; nil where neither is there.
  init?(_ call: Call) throws(Failure) {
    switch (call.value(of: "schema"), call.value(of: "schema-from")) {
    case (nil, nil): return nil
    case (_?, _?):
      throw Failure(.usage, "Give either --schema or --schema-from, not both.")
    case (let place?, nil): self.init(place)
    case (nil, let command?): self = .command(command)
    }
  }

  /// A path, or a URL of the web.
  init(_ place: String) {
    self = Self.isWeb(place) ? .web(place) : .file(AppFinder.absolute(place))
  }

  /// What the bundle of a program says that it was made of.
  init?(_ program: ProgramFile) {
    if let command = program.schemaCommand {
      self = .command(command)
    } else {
      guard let place = program.schema else { return nil }
      self.init(place)
    }
  }

  static func isWeb(_ place: String) -> Bool {
    place.lowercased().hasPrefix("http://") || place.lowercased().hasPrefix("https://")
  }

  /// The keys of Root.plist that remember it.
  var keys: PropertyListDictionary {
    switch self {
    case .file(let path): ["SetteeSchema": .string(path)]
    case .web(let url): ["SetteeSchema": .string(url)]
    case .command(let command): ["SetteeSchemaCommand": .string(command)]
    }
  }

  var words: String {
    switch self {
    case .file(let place), .web(let place): place
    case .command(let command): "the output of “\(command)”"
    }
  }

  /// The schema as it is there now.
  func bytes(_ call: Call) throws -> [UInt8] {
    switch self {
    case .file(let path):
      do { return try BundleFiles.live.read(path, JSONSchema.mostBytes) } catch {
        throw Failure(.io, "The schema \(path) cannot be read: \(error.reason).")
      }
    case .command(let command):
      return try ChildProcess.output(
        of: ["/bin/sh", "-c", command], environment: call.environment,
        limit: JSONSchema.mostBytes)
    case .web(let url):
      guard let fetch = call.fetch else {
        throw Failure(.usage, "\(call.syntax.program) gets nothing from the web; name a file.")
      }
      return try fetch(url, JSONSchema.mostBytes)
    }
  }

  func schema(reading bytes: [UInt8]) throws(Failure) -> JSONSchema {
    do { return try JSONSchema(reading: bytes) } catch {
      throw Failure(
        .invalid,
        "\(words.prefix(1).uppercased())\(words.dropFirst()) is no schema that can be read: \(error.words)."
      )
    }
  }
}

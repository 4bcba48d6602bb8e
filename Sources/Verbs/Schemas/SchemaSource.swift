import Settee
import SetteeFiles
import SetteeValues
import SetteeJSONSchema

/// The source of a program's JSON Schema, which is a file, a URL, or a command that prints the
/// schema.
enum SchemaSource {
  case file(path: String)
  case web(url: String)
  case command(String)

  /// Creates a source for a schema from the path of a file or a URL.
  init(_ place: String) {
    self = Self.isWeb(place) ? .web(url: place) : .file(path: AppFinder.absolute(place))
  }

  /// The path, the URL, or the command with which the schema is read.
  var place: String {
    switch self {
    case .file(let place), .web(let place), .command(let place): place
    }
  }

  private init?(command: String?, place: String?) {
    if let command {
      self = .command(command)
    } else {
      guard let place else { return nil }
      self.init(place)
    }
  }

  /// Creates the source that `--schema` or `--schema-from` specifies, or returns `nil` if neither
  /// option is given.
  init?(_ call: Call) throws {
    let (command, place) = (call.value(of: "schema-from"), call.value(of: "schema"))
    if command != nil, place != nil {
      throw SetteeError(.usage, "Give either --schema or --schema-from, not both.")
    }
    self.init(command: command, place: place)
  }

  /// Creates the source of the schema from which a bundle was generated.
  init?(_ program: ProgramFile) {
    self.init(command: program.schemaCommand, place: program.schema)
  }

  static func isWeb(_ place: String) -> Bool {
    place.lowercased().hasPrefix("http://") || place.lowercased().hasPrefix("https://")
  }

  /// The entry of the file `Root.plist` that records where the schema came from.
  var entry: (key: String, value: PropertyList) {
    switch self {
    case .command(let command): ("SetteeSchemaCommand", .string(command))
    case .file, .web: ("SetteeSchema", .string(place))
    }
  }

  /// Reads the current version of the schema from its source.
  func bytes(_ call: Call) throws -> [UInt8] {
    switch self {
    case .file(let path):
      do { return try BundleFiles.live.read(path, JSONSchema.mostBytes) } catch let error
        as SystemError
      {
        throw SetteeError(.io, "Can't read the schema \(path): \(error.reason).")
      }
    case .command(let command):
      return try ChildProcess.output(
        of: ["/bin/sh", "-c", command], environment: call.environment, limit: JSONSchema.mostBytes)
    case .web(let url):
      guard let fetch = call.fetch else {
        throw SetteeError(
          .usage, "\(call.syntax.program) can't download files. Give a local path.")
      }
      return try fetch(url, JSONSchema.mostBytes)
    }
  }

  func schema(reading bytes: [UInt8]) throws -> JSONSchema {
    do { return try JSONSchema(reading: bytes) } catch let error as ParseError {
      let source =
        if case .command(let command) = self { "in the output of '\(command)'" } else { place }
      throw SetteeError(.invalid, "Can't read the schema \(source): \(error).")
    }
  }
}

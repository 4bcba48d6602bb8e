import Settee
import SetteeFiles
import SetteeFormats
import SetteeJSONSchema

/// The source of a program's JSON Schema, which is a file, a URL, or a command that prints the
/// schema.
struct SchemaSource {
  enum SourceType { case file, web, command }

  let kind: SourceType
  /// The path, the URL, or the command with which the schema is read.
  let place: String

  init(_ kind: SourceType, _ place: String) { (self.kind, self.place) = (kind, place) }

  /// Creates a source for a schema from the path of a file or a URL.
  init(_ place: String) {
    let isWeb = Self.isWeb(place)
    self.init(isWeb ? .web : .file, isWeb ? place : AppFinder.absolute(place))
  }

  private init?(command: String?, place: String?) {
    if let command {
      self.init(.command, command)
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
    (kind == .command ? "SetteeSchemaCommand" : "SetteeSchema", .string(place))
  }

  /// Reads the current version of the schema from its source.
  func bytes(_ call: Call) throws -> [UInt8] {
    switch kind {
    case .file:
      do { return try BundleFiles.live.read(place, JSONSchema.mostBytes) } catch let error
        as SystemError
      {
        throw SetteeError(.io, "Can't read the schema \(place): \(error.reason).")
      }
    case .command:
      return try ChildProcess.output(
        of: ["/bin/sh", "-c", place], environment: call.environment, limit: JSONSchema.mostBytes)
    case .web:
      guard let fetch = call.fetch else {
        throw SetteeError(
          .usage, "\(call.syntax.program) can't download files. Give a local path.")
      }
      return try fetch(place, JSONSchema.mostBytes)
    }
  }

  func schema(reading bytes: [UInt8]) throws -> JSONSchema {
    do { return try JSONSchema(reading: bytes) } catch let error as ParseError {
      let source = kind == .command ? "in the output of '\(place)'" : place
      throw SetteeError(.invalid, "Can't read the schema \(source): \(error).")
    }
  }
}

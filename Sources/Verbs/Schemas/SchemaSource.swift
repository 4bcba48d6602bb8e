import Settee
import SetteeFiles
import SetteeFormats
import SetteeJSONSchema

/// Where the schema of a program comes from: a file, the web, or a command of the user's that prints it.
struct SchemaSource {
  enum Kind { case file, web, command }

  let kind: Kind
  /// The path, the URL, or the command.
  let place: String

  init(_ kind: Kind, _ place: String) { (self.kind, self.place) = (kind, place) }

  /// A path, or a URL of the web.
  init(_ place: String) {
    let isWeb = Self.isWeb(place)
    self.init(isWeb ? .web : .file, isWeb ? place : AppFinder.absolute(place))
  }

  /// What `--schema` or `--schema-from` name; nil where neither is there.
  init?(_ call: Call) throws(Failure) {
    switch (call.value(of: "schema"), call.value(of: "schema-from")) {
    case (nil, nil): return nil
    case (_?, _?):
      throw Failure(.usage, "Give either --schema or --schema-from, not both.")
    case (let place?, nil): self.init(place)
    case (nil, let command?): self.init(.command, command)
    }
  }

  /// What the bundle of a program says that it was made of.
  init?(_ program: ProgramFile) {
    if let command = program.schemaCommand {
      self.init(.command, command)
    } else {
      guard let place = program.schema else { return nil }
      self.init(place)
    }
  }

  static func isWeb(_ place: String) -> Bool {
    place.lowercased().hasPrefix("http://") || place.lowercased().hasPrefix("https://")
  }

  /// What Root.plist remembers of it.
  var entry: (key: String, value: PropertyList) {
    (kind == .command ? "SetteeSchemaCommand" : "SetteeSchema", .string(place))
  }

  /// The schema as it is there now.
  func bytes(_ call: Call) throws -> [UInt8] {
    switch kind {
    case .file:
      do { return try BundleFiles.live.read(place, JSONSchema.mostBytes) } catch {
        throw Failure(.io, "The schema \(place) cannot be read: \(error.reason).")
      }
    case .command:
      return try ChildProcess.output(
        of: ["/bin/sh", "-c", place], environment: call.environment, limit: JSONSchema.mostBytes)
    case .web:
      guard let fetch = call.fetch else {
        throw Failure(.usage, "\(call.syntax.program) gets nothing from the web; name a file.")
      }
      return try fetch(place, JSONSchema.mostBytes)
    }
  }

  func schema(reading bytes: [UInt8]) throws(Failure) -> JSONSchema {
    do { return try JSONSchema(reading: bytes) } catch {
      let words = kind == .command ? "the output of “\(place)”" : place
      throw Failure(
        .invalid,
        "\(words.prefix(1).uppercased())\(words.dropFirst()) is no schema that can be read: \(error.words)."
      )
    }
  }
}

import Settee
import SetteeFiles
import SetteeValues
import SetteeJSONSchema

/// Checks the settings file of a program for problems.
///
/// The check covers the syntax of the file, and the keys and values that a bundle or a schema
/// describes.
struct FileCheck {
  let path: String
  private let bytes: [UInt8]
  private let format: Format
  /// A Boolean value that indicates whether the file is read leniently, but its program reads only
  /// strict JSON.
  private let mustBeStrict: Bool
  private let schema: JSONSchema?
  /// The bundle that describes the settings file, or `nil` if its panes were only generated from a
  /// schema.
  private let bundle: SettingsBundle?
  /// The URL of the schema that the settings file specifies, if the schema hasn't been downloaded.
  private let remoteSchema: String?

  /// Reads a settings file, or returns `nil` if the path doesn't refer to a settings file.
  ///
  /// If Settee can't edit this type of file or its format is unknown, this initializer throws an
  /// error.
  init?(_ path: String, _ finder: AppFinder, schema: JSONSchema? = nil) throws {
    guard finder.isSettingsFile(path), let bytes = try? BundleFiles.live.read(path, 32 << 20)
    else { return nil }
    let target = try? FileSystem.live.resolved(AppFinder.absolute(path))
    let found = try target.flatMap {
      try finder.bundle(of: $0)?.bundle ?? finder.projectBundle(for: $0, bytes)
    }
    do {
      format = try finder.format(of: AppFinder.absolute(path), path, found?.programFile)
    } catch {
      guard bytes.isPropertyList else { throw error }
      return nil
    }
    (self.path, self.bytes) = (path, bytes)
    mustBeStrict =
      format.isJSON && format != .json(allowsComments: false) && path.hasSuffix(".json")
      && found?.programFile?.formatName == nil
      && !Format.allowsComments(inJSONFileAt: AppFinder.absolute(path))
    let schema = try schema ?? finder.schema(of: path, bytes)
    self.schema = schema
    bundle = found.flatMap { AdoptedBundle($0) == nil || schema == nil ? $0 : nil }
    let named = schema == nil ? JSONSchema.declaredPlace(in: bytes, at: path) : nil
    remoteSchema = named.flatMap { SchemaSource.isWeb($0) ? $0 : nil }
  }

  /// A Boolean value that indicates whether the check covers the values of the file as well as its
  /// syntax.
  var checksValues: Bool { schema != nil || bundle != nil }

  /// Returns a sentence that tells the user which aspects of the file were checked.
  func summary(of findings: [Finding]) -> String {
    let problems = "\(findings.count) problem\(findings.count == 1 ? "" : "s")"
    let limit: String? =
      if checksValues {
        nil
      } else if let remoteSchema {
        "its schema \(remoteSchema) is remote and wasn't fetched; use --schema URL"
      } else {
        "no schema known; only the syntax was checked"
      }
    let found = findings.isEmpty ? (limit == nil ? "no problems" : nil) : problems
    return "\(path): \([found, limit].compactMap(\.self).joined(separator: "; "))."
  }

  /// Returns the problems of the file, and the number of schema rules that couldn't be checked, by
  /// reason.
  ///
  /// Throws an error if the file can't be read at all, because a library is missing.
  func findings() throws -> (all: [Finding], unchecked: [String: Int]) {
    let controls = (bundle?.controls ?? []).filter { $0.key != nil }
    let content: SettingsDocument
    do {
      content = try SettingsDocument(
        bytes, as: format,
        spelling: SettingsDocument.spelling(
          of: controls.map { ($0.key ?? "", $0.untypedValueType) }, in: format))
    } catch let error as ParseError {
      guard error.line > 0 else {
        throw SetteeError(.io, "Can't read \(path) as \(format.name): \(error).")
      }
      return ([finding(.error, "syntax", (error.line, error.column), error.message)], [:])
    }
    let document = content.document
    var all = document.unknown.map { line in
      finding(
        .warning, "unknown-line", (document.position(of: line.lowerBound).line, 1),
        "unrecognized line")
    }
    if mustBeStrict, let error = strictError {
      all.append(finding(.error, "syntax", (error.line, error.column), error.message))
    }
    for node in document.nodes.indices where document.isRepeated(node) {
      let message = "duplicate key '\(document.place(of: node))'; remove one of them"
      let place = document.position(of: document.nodes[node].value.lowerBound)
      all.append(finding(.warning, "duplicate-key", place, message))
    }
    var unchecked: [String: Int] = [:]
    if let schema {
      var validator = Validator(schema)
      all += validator.validate(DocumentElement(document)).faults.map { fault in
        finding(
          fault.isWarning ? .warning : .error, fault.rule, document.position(of: fault.offset),
          fault.message(isSecret: fault.showsSecret))
      }
      unchecked = validator.unchecked
    }
    if let bundle {
      // Report each line only once if both the schema and the bundle find a problem in it.
      let lines = Set(all.compactMap(\.line))
      all += (unknownKeys(bundle, document) + values(controls, content)).filter {
        schema == nil || $0.line.map(lines.contains) != true
      }
    }
    return (all.inOrder, unchecked)
  }

  /// The first error of a strict JSON reader, such as a comment.
  private var strictError: ParseError? {
    do { _ = try JSON(reading: bytes) } catch { return ParseError(error) }
    return nil
  }

  private func unknownKeys(_ bundle: SettingsBundle, _ document: Document) -> [Finding] {
    let accepted = AcceptedKeys(bundle, format: format)
    return document.settings.compactMap { setting in
      accepted.unknown(setting.place).map { unknown in
        let hint = unknown.nearest.map { "; did you mean '\($0)'?" } ?? ""
        return finding(
          unknown.isCertain && schema == nil ? .error : .warning, "unknown-key",
          document.position(of: document.nodes[setting.node].start),
          "unknown key '\(setting.place)'\(hint)")
      }
    }
  }

  /// Returns a problem for each value that the controls in the bundle don't allow.
  ///
  /// The command `set` doesn't allow these values either.
  private func values(_ controls: [Control], _ content: SettingsDocument) -> [Finding] {
    var known: [[Key]: Control] = [:]
    for control in controls {
      guard let place = control.key.flatMap({ DocumentPath($0) }) else { continue }
      let names = format.names(of: place)
      known[names] = known[names] ?? control
    }
    let document = content.document
    return content.values.entries.flatMap { key, value -> [Finding] in
      guard let node = content.node(of: key), let place = DocumentPath(key),
        let control = known[format.names(of: place)]
      else { return [] }
      let lines = document.lines(of: node)
      var parts = [(node: node, value: value)]
      if lines.count > 1, let list = value.array {
        parts = zip(document.elements(of: lines), list).map { ($0, $1) }
      }
      if !format.isTyped {
        // Within a scope such as `Match` in `sshd_config`, a key has the same type as outside of
        // the scope.
        parts = parts.map { part in
          let literal = document.literal(of: part.node)
          let value = literal.map { $0.propertyList(as: control.untypedValueType) }
          return (part.node, value ?? part.value)
        }
      }
      return parts.compactMap { part in
        guard let refusal = control.check(part.value) else { return nil }
        let isSecret =
          control.isSecure || SecretName.matches(key) || SecretName.isIn(refusal.message)
        let message = isSecret ? control.allowed : refusal.message
        return finding(
          .error, "value", document.position(of: document.nodes[part.node].value.lowerBound),
          "\(key): \(message.hasSuffix(".") ? String(message.dropLast()) : message)")
      }
    }
  }

  private func finding(
    _ severity: Severity, _ rule: String, _ place: (line: Int, column: Int), _ message: String
  ) -> Finding {
    Finding(
      file: path, place: .text(line: place.line, column: place.column), severity: severity,
      rule: rule, message: message)
  }
}

extension [UInt8] {
  /// A Boolean value that indicates whether the bytes look like a property list in any of its
  /// formats.
  fileprivate var isPropertyList: Bool {
    let start = drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }.prefix(1024)
    if ["bplist", "{", "(", "//", "/*", "<!DOCTYPE plist", "<plist"].contains(where: {
      start.starts(with: $0.utf8)
    }) {
      return true
    }
    return start.starts(with: "<?xml".utf8) && start.holds(Array("plist".utf8))
  }
}

extension Finding {
  /// The line of a syntax error in a text file, or `nil` for a binary file.
  fileprivate var line: Int? { if case .text(let line, _) = place { line } else { nil } }
}

extension Document {
  /// Returns whether a value is overridden because the same JSON object contains its key again.
  fileprivate func isRepeated(_ node: Int) -> Bool {
    guard format.isJSON, case .key = nodes[node].step else { return false }
    return nodes[node].parent >= 0 && nodes[node].isOverridden
  }
}

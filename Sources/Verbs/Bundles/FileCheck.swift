import Settee
import SetteeFiles
import SetteeFormats
import SetteeJSONSchema

/// The check of a program's settings file for syntax errors and schema violations.
struct FileCheck {
  let path: String
  private let bytes: [UInt8]
  private let format: Format
  private let schema: JSONSchema?
  /// The keys that the program accepts, or nil if no bundle describes the file.
  private let accepted: AcceptedKeys?
  private let isSecret: (String) -> Bool

  /// Reads a file, or returns nil if it isn't a settings file or its format can't be determined.
  init?(_ path: String, _ finder: AppFinder, schema: JSONSchema? = nil) throws {
    guard finder.isSettingsFile(path), let bytes = try? BundleFiles.live.read(path, 32 << 20),
      let format = try? finder.format(of: path, path)
    else { return nil }
    (self.path, self.bytes, self.format) = (path, bytes, format)
    self.schema = try schema ?? finder.schema(of: path, bytes)
    accepted = self.schema == nil ? finder.acceptedKeys(of: path, format) : nil
    isSecret = { format == .lines(.env) || SecretName.matches($0) }
  }

  /// Returns the problems, and the reasons why schema rules couldn't be checked, with their counts.
  func findings() -> (all: [Finding], notJudged: [String: Int]) {
    let document: Document
    func finding(
      _ severity: Severity, _ rule: String, _ place: (line: Int, column: Int), _ message: String
    ) -> Finding {
      Finding(
        file: path, place: .text(line: place.line, column: place.column), severity: severity,
        rule: rule, message: message)
    }
    do { document = try Document(reading: bytes, as: format) } catch {
      return ([finding(.error, "syntax", (error.line, error.column), error.message)], [:])
    }
    var all = document.unknown.map { line in
      finding(
        .warning, "unknown-line", (document.position(of: line.range.lowerBound).line, 1),
        "unrecognized line: \(line.message)")
    }
    for node in document.nodes.indices where document.isRepeated(node) {
      let message = "duplicate key '\(document.place(of: node))'; remove one of them"
      let place = document.position(of: document.nodes[node].value.lowerBound)
      all.append(finding(.warning, "duplicate-key", place, message))
    }
    for setting in document.settings {
      guard let unknown = accepted?.unknown(setting.place) else { continue }
      let hint = unknown.nearest.map { "; did you mean '\($0)'?" } ?? ""
      let place = document.position(of: document.nodes[setting.node].start)
      all.append(
        finding(
          unknown.isCertain ? .error : .warning, "unknown-key", place,
          "unknown key '\(setting.place)'\(hint)"))
    }
    guard let schema else { return (all.inOrder, [:]) }
    var judge = Validator(schema)
    all += judge.judge(DocumentElement(document)).faults.map { fault in
      finding(
        fault.isWarning ? .warning : .error, fault.rule, document.position(of: fault.offset),
        fault.message(isSecret: isSecret(fault.place.description)))
    }
    return (all.inOrder, judge.notJudged)
  }
}

extension Document {
  /// Returns whether a node is a duplicate key in a JSON object.
  fileprivate func isRepeated(_ node: Int) -> Bool {
    guard case .json = format, case .key = nodes[node].step else { return false }
    return nodes[node].parent >= 0 && nodes[node].isOverridden
  }
}

import Settee
import SetteeFiles
import SetteeFormats
import SetteeJSONSchema

/// What `check` tells of the settings file of a program: what cannot be read, and what its schema does not
/// allow, each with its place.
struct FileCheck {
  let path: String
  private let bytes: [UInt8]
  private let format: Format
  private let schema: JSONSchema?
  private let isSecret: (String) -> Bool

  /// Reads a file; nil where it is none, or of no format that can be told.
  ///
  /// Without a schema it is held against that of the bundle which was adopted for it, or the local one
  /// that the file names.
  init?(_ path: String, _ finder: AppFinder, schema: JSONSchema? = nil) throws {
    guard finder.isSettingsFile(path), let bytes = try? BundleFiles.live.read(path, 32 << 20),
      let format = try? finder.format(of: path, path, nil)
    else { return nil }
    (self.path, self.bytes, self.format) = (path, bytes, format)
    self.schema = try schema ?? finder.schema(of: path, bytes)
    isSecret = { format == .lines(.env) || SecretName.matches($0) }
  }

  /// What is wrong with the file, and why a rule of its schema could not be judged, with how often.
  func findings() -> (all: [Finding], notJudged: [String: Int]) {
    let document: Document
    do { document = try Document(reading: bytes, as: format) } catch {
      return ([finding(.error, "syntax", error.line, error.column, error.message)], [:])
    }
    let unknown = document.unknown.map { line in
      finding(
        .warning, "unknown-line", document.position(of: line.range.lowerBound).line, 1,
        "this line is not understood: \(line.message)")
    }
    let twice = document.nodes.indices.filter { document.isRepeated($0) }.map { node in
      let place = document.position(of: document.nodes[node].value.lowerBound)
      return finding(
        .warning, "duplicate-key", place.line, place.column,
        "\(document.place(of: node)) stands more than once; take one of them out")
    }
    let (faults, notJudged) = faults(in: document)
    return ((unknown + twice + faults).inOrder, notJudged)
  }

  private func faults(in document: Document) -> ([Finding], [String: Int]) {
    guard let schema else { return ([], [:]) }
    var judge = Judge(schema)
    let faults = judge.judge(Datum(document)).faults.map { fault in
      let place = document.position(of: fault.offset)
      return finding(
        fault.isWarning ? .warning : .error, fault.rule, place.line, place.column,
        fault.message(isSecret: isSecret(fault.place.description)))
    }
    return (faults, judge.notJudged)
  }

  private func finding(
    _ severity: Severity, _ rule: String, _ line: Int, _ column: Int, _ message: String
  ) -> Finding {
    Finding(
      file: path, place: .text(line: line, column: column), severity: severity, rule: rule,
      message: message)
  }
}

extension Document {
  /// Whether a value of JSON has a key that stood in its object before.
  fileprivate func isRepeated(_ node: Int) -> Bool {
    guard case .json = format, nodes[node].parent >= 0, case .key = nodes[node].step else {
      return false
    }
    return nodes[node].isOverridden
  }
}

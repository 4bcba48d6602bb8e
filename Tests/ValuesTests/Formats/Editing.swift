import SetteeValues
import Testing

/// Parses a document.
///
/// The test fails if the text is invalid.
func read(_ text: String, as format: Format) throws -> Document {
  try Document(reading: Array(text.utf8), as: format)
}

/// Returns the text after the edits, or `refused:` and the error message.
func edited(_ text: String, _ format: Format, _ edits: DocumentEdit...) throws -> String {
  var document = try read(text, as: format)
  for edit in edits {
    do {
      document = try document.changed(by: edit).document
    } catch let error as EditError {
      return "refused: \(error.message)"
    }
  }
  return String(decoding: document.bytes, as: UTF8.self)
}

/// Returns an edit for a path in the form that users type.
func set(_ place: String, _ value: Value) throws -> DocumentEdit {
  .set(try #require(DocumentPath(place)), value)
}

func remove(_ place: String) throws -> DocumentEdit { .remove(try #require(DocumentPath(place))) }

extension Document {
  /// All scalar values in the form `path=text`.
  var told: [String] {
    nodes.indices.compactMap { node in
      guard !nodes[node].isContainer, let literal = literal(of: node) else { return nil }
      return "\(place(of: node))=\(literal.text ?? literal.source)"
    }
  }
}

extension Format {
  static let json = Format.json(allowsComments: false)
  static let jsonc = Format.json(allowsComments: true)
  static let ini = Format.lines(.plain)
  static let git = Format.lines(.git)
  static let systemd = Format.lines(.systemd)
  static let python = Format.lines(.python)
  static let desktop = Format.lines(.desktop)
  static let flat = Format.lines(.flat)
  static let postgres = Format.lines(.postgres)
  static let sshd = Format.lines(.sshd)
  static let redis = Format.lines(.redis)
  static let env = Format.lines(.env)
}

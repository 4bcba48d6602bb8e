// Reads and edits settings files in bulk, for the long tests that compare the results with other
// programs.
//
//   FormatTool read FORMAT FILE            every value as a JSON line: path, type, text, line
//   FormatTool tables FORMAT FILE          the path of every table
//   FormatTool rows FORMAT FILE            commented-out settings
//   FormatTool detect FILE
//   FormatTool edits FORMAT FILE           reads edits from standard input, one per line:
//                                          COMMAND<TAB>PATH<TAB>TYPE<TAB>TEXT; prints for each the
//                                          range and the new bytes in hexadecimal, or the error
//   FormatTool serve                       the same for many files: each line is
//                                          FORMAT<TAB>FILE<TAB>one of the above[<TAB>EDIT…]
//
// FORMAT is a name of `--format`, or `auto`.
import FoundationEssentials
import SetteeAugeas
import SetteeValues

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Returns a string literal in JSON.
func quoted(_ text: String) -> String {
  var out = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": out += "\\" + String(scalar)
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      let digits = String(scalar.value, radix: 16)
      out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out + "\""
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var out: [UInt8] = []
  for byte in bytes { out += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
  return String(decoding: out, as: UTF8.self)
}

/// Returns a path as a JSON array, so that other programs don't have to parse the syntax of paths.
func steps(_ place: DocumentPath) -> String {
  let parts = place.steps.map { step in
    switch step {
    case .key(let name): quoted(name.text)
    case .index(let index): String(index)
    }
  }
  return "[" + parts.joined(separator: ",") + "]"
}

func row(_ document: Document, _ node: Int) -> String? {
  guard let literal = document.literal(of: node) else { return nil }
  let place = document.place(of: node)
  var out = "{\"place\":\(quoted(place.description)),\"steps\":\(steps(place))"
  out += ",\"kind\":\"\(literal.kind)\",\"source\":\(quoted(literal.source))"
  if let text = literal.text { out += ",\"text\":\(quoted(text))" }
  out += ",\"line\":\(document.line(of: node)),\"overridden\":\(document.nodes[node].isOverridden)"
  return out + "}"
}

func table(_ document: Document, _ node: Int) -> String {
  let place = document.place(of: node)
  return "{\"place\":\(quoted(place.description)),\"steps\":\(steps(place))"
    + ",\"form\":\"\(document.nodes[node].form)\"}"
}

func row(_ row: DisabledSetting, in document: Document) -> String {
  var out = "{\"place\":\(quoted(row.place.description)),\"steps\":\(steps(row.place))"
  out += ",\"kind\":\"\(row.literal.kind)\",\"source\":\(quoted(row.literal.source))"
  if let text = row.literal.text { out += ",\"text\":\(quoted(text))" }
  return out + ",\"start\":\(row.lines.lowerBound),\"end\":\(row.lines.upperBound)"
    + ",\"own\":\(row.isInItsTable)}"
}

func value(_ kind: String, _ text: String) -> Value {
  switch kind {
  case "integer": Int(text).map { .integer($0) } ?? .source(text)
  case "decimal": .decimal(text)
  case "boolean": .boolean(text == "true")
  case "null": .null
  case "source": .source(text)
  case "table": .table([Value.Member(Key(text), .integer(1))])
  default: .text(text)
  }
}

func edit(_ words: [String]) -> DocumentEdit? {
  guard words.count >= 2, let place = DocumentPath(words[1]) else { return nil }
  if words[0] == "remove" { return .remove(place) }
  if words[0] == "move", words.count == 4, let index = Int(words[3]) {
    return .move(place, to: index)
  }
  guard words.count >= 4 else { return nil }
  // `\n` is a newline, `\t` is a tab, and two backslashes are one.
  let text = words[3].replacing("\\\\", with: "\u{1}").replacing("\\n", with: "\n")
    .replacing("\\t", with: "\t").replacing("\u{1}", with: "\\")
  guard words[0] == "insert" else { return .set(place, value(words[2], text)) }
  guard case .index(let index)? = place.steps.last, let list = place.parent else { return nil }
  return .insert(list, at: index, value(words[2], text))
}

func answer(_ edit: DocumentEdit, in document: Document) -> String {
  do {
    let plan = try document.changed(by: edit).plan
    return "{\"kind\":\"\(plan.kind)\",\"start\":\(plan.range.lowerBound)"
      + ",\"end\":\(plan.range.upperBound),\"bytes\":\"\(hex(plan.replacement))\"}"
  } catch {
    return "{\"refusal\":\(quoted((error as? EditError)?.message ?? "\(error)"))}"
  }
}

func load(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    guard count > 0 else { return bytes }
    bytes += buffer[..<count]
  }
}

func format(_ name: String, _ path: String, _ bytes: [UInt8]) -> Format? {
  if name != "auto" { return Format(option: name) }
  guard case .known(let format) = Format.detect(name: path, bytes: bytes) else { return nil }
  return format
}

func run(_ verb: String, _ formatName: String, _ path: String, edits: [[String]]) -> String {
  guard let bytes = load(path) else { return "{\"error\":\"no such file\"}\n" }
  if verb == "detect" {
    switch Format.detect(name: path, bytes: bytes) {
    case .known(let format): return "{\"format\":\(quoted(format.name))}\n"
    case .unknown(let reason), .rejected(let reason):
      return "{\"reason\":\(quoted(reason))}\n"
    }
  }
  guard let format = format(formatName, path, bytes) else {
    return "{\"error\":\"no format\"}\n"
  }
  do {
    let document = try Document(reading: bytes, as: format)
    switch verb {
    case "read":
      var lines = document.nodes.indices.compactMap { row(document, $0) }
      lines += document.unknown.map { unknown in
        "{\"unknown\":\(quoted(String(decoding: bytes[unknown], as: UTF8.self)))}"
      }
      return lines.map { $0 + "\n" }.joined()
    case "tables":
      return document.nodes.indices.filter { document.nodes[$0].isContainer }
        .map { table(document, $0) + "\n" }.joined()
    case "rows": return document.disabledSettings.map { row($0, in: document) + "\n" }.joined()
    case "edits":
      return edits.map { words in
        (edit(words).map { answer($0, in: document) } ?? "{\"error\":\"no such edit\"}") + "\n"
      }.joined()
    default: return "{\"error\":\"no such verb\"}\n"
    }
  } catch {
    let error = ParseError(error)
    return "{\"error\":\(quoted("\(error)")),\"line\":\(error.line),\"column\":\(error.column)}\n"
  }
}

let words = Array(CommandLine.arguments.dropFirst())
Format.lensEngine = AugeasEngine(environment: ProcessInfo.processInfo.environment)
if words.first == "serve" {
  while let line = readLine() {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3 else { continue }
    // Edits are separated by the unit separator (U+001F) and applied in order.
    let edits = parts.dropFirst(3).map { text in
      text.split(separator: "\u{1F}", omittingEmptySubsequences: false).map(String.init)
    }
    print(run(parts[2], parts[0], parts[1], edits: edits), terminator: "")
    print("{\"end\":true}")
    fflush(nil)
  }
} else if words.first == "detect", words.count == 2 {
  print(run("detect", "auto", words[1], edits: []), terminator: "")
} else if words.count >= 3 {
  var edits: [[String]] = []
  if words[0] == "edits" {
    while let line = readLine() {
      edits.append(
        line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init))
    }
  }
  print(run(words[0], words[1], words[2], edits: edits), terminator: "")
} else {
  print("FormatTool read|tables|rows|edits FORMAT FILE")
  exit(2)
}

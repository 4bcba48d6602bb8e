import CSetteeAugeas
package import SetteeValues
import Synchronization

/// Reads and writes system files with libaugeas, which runs in a child process.
///
/// A lens that takes too long, runs out of memory, or overflows the stack ends only the child process.
package final class AugeasEngine: LensEngine {
  /// The time after which a request is given up.
  private static let mostMilliseconds: Int32 = 5000

  private let worker = Mutex<settee_augeas_worker?>(nil)
  /// The last request that failed, which isn't repeated, because it may have taken all of its time.
  private let failure = Mutex<(request: [UInt8], error: ParseError)?>(nil)
  private let filters: LensFilters

  package init(environment: [String: String]) { filters = LensFilters(environment: environment) }

  package func lens(forFileAt path: String) -> String? { filters.lens(forFileAt: path) }

  package func lens(forFileNamed name: String) -> String? { filters.lens(forFileNamed: name) }

  package var obstacle: String? {
    guard filters.hasLenses else {
      return
        "reading it requires libaugeas; install it with 'sudo apt install libaugeas0 augeas-lenses'"
    }
    do {
      var response = FieldReader(bytes: try send([]))
      try response.expect("ready")
      return nil
    } catch {
      return ParseError(error).message
    }
  }

  package func tree(of text: [UInt8], lens: String) throws -> [LensNode] {
    var request = FieldWriter()
    request.add(Array(lens.utf8))
    request.add(text)
    if let last = failure.withLock({ $0 }), last.request == request.bytes { throw last.error }
    do {
      var response = FieldReader(bytes: try send(request.bytes))
      try response.expect("tree")
      var nodes: [LensNode] = []
      while !response.isAtEnd { nodes.append(try response.node()) }
      return nodes
    } catch let error as ParseError {
      failure.withLock { $0 = (request.bytes, error) }
      throw error
    }
  }

  package func text(
    changing text: [UInt8], lens: String, by changes: [LensChange]
  ) throws -> [UInt8] {
    var request = FieldWriter()
    request.add(Array(lens.utf8))
    request.add(text)
    // A change that does nothing distinguishes the request from one for the tree.
    for change in changes.isEmpty ? [.remove(Array("/tree/nothing".utf8))] : changes {
      request.add(change)
    }
    var response = FieldReader(bytes: try send(request.bytes))
    try response.expect("text")
    return response.field() ?? []
  }

  /// Sends a request to the child process, which is started if it isn't running.
  private func send(_ request: [UInt8]) throws -> [UInt8] {
    try worker.withLock { running in
      // A forked copy of this process has its own child.
      if let other = running, other.owner != settee_augeas_current() { stop(&running) }
      var worker = running ?? settee_augeas_worker()
      if running == nil, settee_augeas_start(&worker) != 0 {
        throw ParseError("libaugeas can't be started", code: .library)
      }
      running = worker
      var (bytes, count): (UnsafeMutablePointer<UInt8>?, Int) = (nil, 0)
      let result = settee_augeas_request(
        &worker, request, request.count, Self.mostMilliseconds, &bytes, &count)
      guard result == 0, let bytes else {
        stop(&running)
        throw ParseError(
          Int(result) == SETTEE_AUGEAS_TIMEOUT
            ? "the lens takes too long to read this file"
            : "the lens can't read this file: it is nested too deeply or needs too much memory",
          code: .library)
      }
      defer { settee_augeas_free(bytes) }
      return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
  }

  private func stop(_ running: inout settee_augeas_worker?) {
    if var worker = running { settee_augeas_stop(&worker) }
    running = nil
  }
}

/// Writes the fields of a request.
private struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ field: [UInt8]?) {
    let count = field.map { UInt32($0.count) } ?? .max
    withUnsafeBytes(of: count) { bytes += $0 }
    bytes += field ?? []
  }

  mutating func add(_ change: LensChange) {
    switch change {
    case .set(let path, let value):
      add(Array("set".utf8))
      add(path)
      add(value)
    case .remove(let path):
      add(Array("rm".utf8))
      add(path)
    case .insert(let label, let path, let isBefore):
      add(Array("insert".utf8))
      add(path)
      add(label.bytes)
      add(Array((isBefore ? "1" : "0").utf8))
    case .move(let path, let target):
      add(Array("mv".utf8))
      add(path)
      add(target)
    }
  }
}

/// Reads the fields of a response.
private struct FieldReader {
  let bytes: [UInt8]
  private var at = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at >= bytes.count }

  mutating func number() -> Int {
    guard at + 4 <= bytes.count else {
      at = bytes.count
      return 0
    }
    defer { at += 4 }
    return Int(bytes[at..<at + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
  }

  mutating func field() -> [UInt8]? {
    let count = number()
    guard count != Int(UInt32.max), at + count <= bytes.count else { return nil }
    defer { at += count }
    return Array(bytes[at..<at + count])
  }

  private mutating func string() -> String? { field().map { String(decoding: $0, as: UTF8.self) } }

  /// The codes for the sources of errors that the child process reports.
  private static let codes: [String: ParseError.Code] = [
    "library": .library, "lens": .lens, "change": .lens, "text": .syntax, "tree": .mismatch,
  ]

  /// Reads the type of the response, and throws the error if it is one.
  mutating func expect(_ type: String) throws {
    let found = string()
    if found == type { return }
    guard found == "error", let source = string(), let code = Self.codes[source] else {
      throw ParseError("libaugeas sent an invalid response", code: .library)
    }
    let message = string() ?? ""
    throw ParseError(
      at: string().flatMap { Int($0) }.map(SourcePlace.offset),
      source == "lens" ? message.replacing("\\n", with: "; ") : message, code: code)
  }

  mutating func node() throws -> LensNode {
    let depth = number()
    guard let label = field(), case let value = field(), let path = field() else {
      throw ParseError("libaugeas sent an invalid response", code: .library)
    }
    var ranges: [Range<Int>] = []
    for _ in 0..<3 {
      let (start, end) = (number(), number())
      ranges.append(start..<max(start, end))
    }
    return LensNode(
      depth: depth, label: Key(label), value: value, path: path, labelRange: ranges[0],
      valueRange: ranges[1], range: ranges[2])
  }
}

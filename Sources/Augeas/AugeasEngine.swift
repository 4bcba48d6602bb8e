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
  let environment: [String: String]
  /// The directories of the lens files.
  let lensFolders: [String]
  /// The filters of all lenses, or `nil` before they are read.
  let filters = Mutex<[LensFilter]?>(nil)

  package init(environment: [String: String]) {
    self.environment = environment
    let own = environment["AUGEAS_LENS_LIB"].map { $0.split(separator: ":").map(String.init) }
    lensFolders = (own ?? []) + ["/usr/share/augeas/lenses", "/usr/share/augeas/lenses/dist"]
  }

  package var obstacle: String? {
    guard hasLenses else {
      return
        "reading it requires libaugeas; install it with 'sudo apt install libaugeas0 augeas-lenses'"
    }
    do {
      var response = try send([])[...]
      try response.expect("ready")
      return nil
    } catch {
      return ParseError(error).message
    }
  }

  package func tree(of text: [UInt8], lens: String) throws -> [LensNode] {
    var request: [UInt8] = []
    request.add(field: Array(lens.utf8))
    request.add(field: text)
    if let last = failure.withLock({ $0 }), last.request == request { throw last.error }
    do {
      var response = try send(request)[...]
      try response.expect("tree")
      var nodes: [LensNode] = []
      while !response.isEmpty { nodes.append(try response.node()) }
      return nodes
    } catch let error as ParseError {
      failure.withLock { $0 = (request, error) }
      throw error
    }
  }

  package func text(
    changing text: [UInt8], lens: String, by changes: [LensChange]
  ) throws -> [UInt8] {
    var request: [UInt8] = []
    request.add(field: Array(lens.utf8))
    request.add(field: text)
    // A change that does nothing distinguishes the request from one for the tree.
    for change in changes.isEmpty ? [.remove(Array("/tree/nothing".utf8))] : changes {
      request.add(change)
    }
    var response = try send(request)[...]
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

// A request consists of fields, each of which starts with its length.
extension [UInt8] {
  fileprivate mutating func add(field: [UInt8]?) {
    let count = field.map { UInt32($0.count) } ?? .max
    Swift.withUnsafeBytes(of: count) { self += $0 }
    self += field ?? []
  }

  fileprivate mutating func add(_ change: LensChange) {
    switch change {
    case .set(let path, let value):
      add(field: Array("set".utf8))
      add(field: path)
      add(field: value)
    case .remove(let path):
      add(field: Array("rm".utf8))
      add(field: path)
    case .insert(let label, let path, let isBefore):
      add(field: Array("insert".utf8))
      add(field: path)
      add(field: label.bytes)
      add(field: Array((isBefore ? "1" : "0").utf8))
    case .move(let path, let target):
      add(field: Array("mv".utf8))
      add(field: path)
      add(field: target)
    }
  }
}

/// The codes for the sources of errors that the child process reports.
private let errorCodes: [String: ParseError.Code] = [
  "library": .library, "lens": .lens, "change": .lens, "text": .syntax, "tree": .mismatch,
]

// A response consists of fields too.
extension ArraySlice<UInt8> {
  fileprivate mutating func number() -> Int {
    guard count >= 4 else {
      self = []
      return 0
    }
    defer { removeFirst(4) }
    return Int(prefix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
  }

  fileprivate mutating func field() -> [UInt8]? {
    let length = number()
    guard length != Int(UInt32.max), length <= count else { return nil }
    defer { removeFirst(length) }
    return Array(prefix(length))
  }

  private mutating func string() -> String? { field().map { String(decoding: $0, as: UTF8.self) } }

  /// Reads the type of the response, and throws the error if it is one.
  fileprivate mutating func expect(_ type: String) throws {
    let found = string()
    if found == type { return }
    guard found == "error", let source = string(), let code = errorCodes[source] else {
      throw ParseError("libaugeas sent an invalid response", code: .library)
    }
    let message = string() ?? ""
    throw ParseError(
      at: string().flatMap { Int($0) }.map(SourcePlace.offset),
      source == "lens" ? message.replacing("\\n", with: "; ") : message, code: code)
  }

  fileprivate mutating func node() throws -> LensNode {
    let depth = number()
    guard let label = field(), case let value = field(), let path = field() else {
      throw ParseError("libaugeas sent an invalid response", code: .library)
    }
    var ranges: [Range<Int>] = []
    for _ in 0..<3 {
      let (start, end) = (number(), number())
      ranges.append(start..<Swift.max(start, end))
    }
    return LensNode(
      depth: depth, label: Key(label), value: value, path: path, labelRange: ranges[0],
      valueRange: ranges[1], range: ranges[2])
  }
}

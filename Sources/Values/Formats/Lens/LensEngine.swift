import Synchronization

/// Parses texts with the lenses of Augeas, and puts changed trees back into texts.
///
/// The program registers the engine, so that this module needs no processes and no library.
package protocol LensEngine: Sendable {
  /// Returns the lens for a file, such as `Hosts.lns`, or `nil` if no lens is for such a path.
  func lens(forFileAt path: String) -> String?
  /// Returns the lens that reads a system file of a name, such as `nginx.conf`, in its usual directory.
  func lens(forFileNamed name: String) -> String?
  /// A clause that explains why no system file can be read, or `nil` if they can be read.
  var obstacle: String? { get }
  /// Returns the nodes of a text, in the order in which the lens lists them.
  func tree(of text: [UInt8], lens: String) throws -> [LensNode]
  /// Returns a text after its tree is changed.
  func text(
    changing text: [UInt8], lens: String, by changes: [LensChange]
  ) throws -> [UInt8]
}

/// A node of the tree that a lens makes of a text.
package struct LensNode: Sendable {
  /// The number of nodes above this node.
  package let depth: Int
  package let label: Key
  package let value: [UInt8]?
  /// The path in the language of Augeas, such as `/tree/2/alias[1]`.
  package let path: [UInt8]
  package let labelRange: Range<Int>
  package let valueRange: Range<Int>
  package let range: Range<Int>

  package init(
    depth: Int, label: Key, value: [UInt8]?, path: [UInt8], labelRange: Range<Int>,
    valueRange: Range<Int>, range: Range<Int>
  ) {
    (self.depth, self.label, self.value, self.path) = (depth, label, value, path)
    (self.labelRange, self.valueRange, self.range) = (labelRange, valueRange, range)
  }
}

/// A change to the tree of a text.
///
/// Paths are in the language of Augeas.
package enum LensChange: Sendable {
  case set([UInt8], [UInt8]?)
  case remove([UInt8])
  /// Creates an empty node next to another node.
  case insert(Key, beside: [UInt8], isBefore: Bool)
  case move([UInt8], to: [UInt8])
}

extension Format {
  private static let registeredEngine = Mutex<(any LensEngine)?>(nil)

  /// The engine that the program has registered, or `nil` if it can't read system files.
  package static var lensEngine: (any LensEngine)? {
    get { registeredEngine.withLock { $0 } }
    set { registeredEngine.withLock { $0 = newValue } }
  }
}

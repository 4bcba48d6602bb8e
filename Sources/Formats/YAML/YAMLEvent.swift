/// A part of a YAML file, in the order of the text: the start or end of a document or collection, a
/// scalar, or an alias.
struct YAMLEvent: Sendable {
  enum Kind: UInt8, Sendable {
    case documentStart, documentEnd, mapping, mappingEnd, sequence, sequenceEnd, scalar, alias
  }

  enum Presentation: UInt8, Sendable {
    case plain, single, double, literal, folded
    case flow, block
    case implicit, explicit
    /// A mapping in brackets without braces of its own: `[a: b]`.
    case pair
  }

  let kind: Kind
  var style: Presentation
  /// The bytes without anchor and tag: a scalar with its quotes or its header, a bracket.
  ///
  /// Empty at the position of a scalar without text, and for a collection without brackets.
  var range = 0..<0
  /// The end of the header of a block scalar, such as `|2-`.
  var headerEnd = 0
  /// The start of the lines of a block scalar.
  var body = 0
  /// With `&`.
  var anchor: Range<Int>?
  var tag: Range<Int>?
  /// The decoded text of a scalar, or `nil` if it equals the bytes of ``content``.
  var text: [UInt8]?
  /// The event that an alias refers to.
  var target = -1
  /// A Boolean value that indicates whether libfyaml didn't decode the text, so that there is
  /// nothing to compare it with.
  var isUndecoded = false

  var isBlockScalar: Bool { style == .literal || style == .folded }
  var isQuoted: Bool { style == .single || style == .double }

  /// The range without quotes.
  var content: Range<Int> {
    isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  /// Where it begins: at its anchor, its tag, or its first byte.
  var start: Int {
    min(anchor?.lowerBound ?? range.lowerBound, tag?.lowerBound ?? range.lowerBound)
  }

  /// Returns whether the tag determines the type.
  ///
  /// Some readers ignore `!` alone.
  func hasTypeTag(in bytes: [UInt8]) -> Bool { (tag.map { bytes[$0].count } ?? 0) > 1 }

  func text(in bytes: [UInt8]) -> [UInt8] { text ?? Array(bytes[content]) }
}

/// The structure of a YAML file beyond ``Document``, which has a node for each value.
struct YAMLTree: Sendable {
  struct ValueInfo: Sendable {
    /// The event that starts the value, and the one after its end.
    var events: Range<Int>
    /// The event that starts its key, or -1.
    var key = -1
    /// Where the entry begins: at its key with anchor and tag, at `?`, or at the dash of an item.
    var entry: Int
    /// A Boolean value that indicates whether it is inside brackets or braces.
    var isInFlow = false
    /// A Boolean value that indicates whether its key is written with `?`, or isn't a scalar.
    var isExplicit = false
    /// A Boolean value that indicates whether it lacks the colon: `{a}`.
    var lacksColon = false

    /// The event that identifies its entry.
    var entryEvent: Int { key < 0 ? events.lowerBound : key }
  }

  var events: [YAMLEvent] = []
  /// One for each node of the document.
  var values: [ValueInfo] = []
  /// A Boolean value that indicates whether the root of the document lists several documents.
  var hasSeveralDocuments = false
  /// A Boolean value that indicates whether a key begins with an uppercase letter; otherwise, such
  /// a word in a comment is prose.
  var hasCapitalKeys = false
  /// The events that aliases refer to, with the first alias and the number of them.
  var uses: [Int: (first: Int, count: Int)] = [:]

  /// The node of the value that an event starts, or `nil` if the event doesn't start a value.
  func node(of event: Int) -> Int? {
    // The nodes are in the order of their events. The list of documents has the first event, too.
    var (low, high) = (hasSeveralDocuments ? 1 : 0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if values[middle].events.lowerBound < event { low = middle + 1 } else { high = middle }
    }
    return low < values.count && values[low].events.lowerBound == event ? low : nil
  }
}

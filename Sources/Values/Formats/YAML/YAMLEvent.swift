/// An event that the YAML parser reports for a part of the file.
///
/// Each event represents the start or end of a document or collection, a scalar, or an alias.
struct YAMLEvent: Sendable {
  enum EventKind: UInt8, Sendable {
    case documentStart, documentEnd, mapping, mappingEnd, sequence, sequenceEnd, scalar, alias
  }

  enum Presentation: UInt8, Sendable {
    case plain, single, double, literal, folded
    case flow, block
    case implicit, explicit
    /// A mapping that is written without braces in a list, such as `a: b` in `[a: b]`.
    case pair
  }

  let kind: EventKind
  var style: Presentation
  /// The bytes without anchor and tag: a scalar with its quotes or its header, a bracket.
  ///
  /// The range of a scalar includes its quotes or its block header. The range is empty for a scalar
  /// without text and for a collection without brackets.
  var range = 0..<0
  /// The offset after the header of a block scalar, such as `|2-`.
  var headerEnd = 0
  /// The offset of the line below the header of a block scalar, which is the first line of its
  /// text.
  var body = 0
  /// The byte range of a YAML anchor such as `&name`, including the `&`.
  var anchor: Range<Int>?
  var tag: Range<Int>?
  /// The decoded text of a YAML scalar, or `nil` if the text is identical to the bytes of
  /// ``content``.
  var text: [UInt8]?
  /// The index of the event that a YAML alias refers to.
  var target = -1
  /// A Boolean value that indicates whether libfyaml didn't decode the text of the scalar.
  ///
  /// For such a scalar, Settee can't compare the text that it decoded with the text from libfyaml.
  var isUndecoded = false

  var isBlockScalar: Bool { style == .literal || style == .folded }
  var isQuoted: Bool { style == .single || style == .double }

  /// The byte range of a YAML scalar without its quotes.
  var content: Range<Int> {
    isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  /// The offset where the anchor, the tag, or the value of the event starts, whichever comes first.
  var start: Int {
    min(anchor?.lowerBound ?? range.lowerBound, tag?.lowerBound ?? range.lowerBound)
  }

  /// Returns whether the tag determines the type.
  ///
  /// Some readers ignore `!` alone.
  func hasTypeTag(in bytes: [UInt8]) -> Bool { (tag.map { bytes[$0].count } ?? 0) > 1 }

  func text(in bytes: [UInt8]) -> [UInt8] { text ?? Array(bytes[content]) }
}

/// The details of a YAML file that ``Document`` doesn't store, such as anchors and aliases.
struct YAMLTree: Sendable {
  struct ValueInfo: Sendable {
    /// The event that starts the value, and the one after its end.
    var events: Range<Int>
    /// The index of the parser event that starts the key, or -1 if the value has no key.
    var key = -1
    /// The offset at which the key or the list item starts in the file.
    ///
    /// A YAML key starts at its anchor, its tag, or its `?`, and a list item starts at its dash.
    var entry: Int
    /// A Boolean value that indicates whether the YAML value is inside brackets or braces.
    var isInFlow = false
    /// A Boolean value that indicates whether the YAML key is written with `?` or isn't a scalar.
    var isExplicit = false
    /// A Boolean value that indicates whether the YAML key has no colon, as in `{a}`.
    var lacksColon = false

    /// The index of the first parser event of the entry, which is the event of its key if it has
    /// one.
    var entryEvent: Int { key < 0 ? events.lowerBound : key }
  }

  var events: [YAMLEvent] = []
  /// One for each node of the document.
  var values: [ValueInfo] = []
  /// A Boolean value that indicates whether the root of the document lists several documents.
  var hasSeveralDocuments = false
  /// A Boolean value that indicates whether any key in the YAML file starts with an uppercase
  /// letter.
  ///
  /// If all keys are in lowercase, a capitalized word in a comment is treated as prose rather than
  /// as a key.
  var hasCapitalKeys = false
  /// The first alias of each anchored value and the number of its aliases, by the index of the
  /// value's event.
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

/// An event that the YAML parser reports, in file order.
///
/// An event is the start or end of a document or collection, a scalar, or an alias.
struct YAMLEvent: Sendable {
  enum Kind: UInt8, Sendable {
    case documentStart, documentEnd, mapping, mappingEnd, sequence, sequenceEnd, scalar, alias
  }

  enum Style: UInt8, Sendable {
    case plain, single, double, literal, folded
    case flow, block
    case implicit, explicit
    /// A mapping without braces inside brackets, such as `[a: b]`.
    case pair
  }

  let kind: Kind
  var style: Style
  /// The bytes of the scalar, alias, or bracket, without its anchor and tag.
  ///
  /// The range of a scalar includes its quotes or its block header. The range is empty for a scalar
  /// without text and for a collection without brackets.
  var range = 0..<0
  /// The offset after the header of a block scalar, such as `|2-`.
  var headerEnd = 0
  /// The offset of the first line below the header of a block scalar.
  var body = 0
  /// The range of the anchor, including the `&`.
  var anchor: Range<Int>?
  var tag: Range<Int>?
  /// The decoded text of a scalar, or `nil` if the text is identical to the bytes of ``content``.
  var text: [UInt8]?
  /// The index of the event that an alias refers to.
  var target = -1
  /// A Boolean value that indicates whether libfyaml didn't decode the text of the scalar.
  ///
  /// If libfyaml didn't decode the text, Settee can't compare its own result.
  var isUndecoded = false

  var isBlockScalar: Bool { style == .literal || style == .folded }
  var isQuoted: Bool { style == .single || style == .double }

  /// The range of the scalar without its quotes.
  var content: Range<Int> {
    isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  /// The start offset of the anchor, the tag, or the value, whichever comes first.
  var start: Int {
    min(anchor?.lowerBound ?? range.lowerBound, tag?.lowerBound ?? range.lowerBound)
  }

  func text(in bytes: [UInt8]) -> [UInt8] { text ?? Array(bytes[content]) }
}

/// The details of a YAML file that ``Document`` doesn't store.
struct YAMLTree: Sendable {
  struct Value: Sendable {
    /// The range of events from the start of the value to its end.
    var events: Range<Int>
    /// The index of the event that starts the key, or -1 if the value has no key.
    var key = -1
    /// The start offset of the entry.
    ///
    /// A key starts at its anchor, its tag, or its `?`, and a list item starts at its dash.
    var entry: Int
    /// A Boolean value that indicates whether the value is inside brackets or braces.
    var isInFlow = false
    /// A Boolean value that indicates whether the key is written with `?` or isn't a scalar.
    var isExplicit = false
    /// A Boolean value that indicates whether the key has no colon, as in `{a}`.
    var lacksColon = false

    /// The index of the first event of the entry.
    var entryEvent: Int { key < 0 ? events.lowerBound : key }
  }

  var events: [YAMLEvent] = []
  /// The YAML details of each node in the document.
  var values: [Value] = []
  /// A Boolean value that indicates whether the file contains more than one document.
  ///
  /// The root node is then a list of the documents.
  var hasSeveralDocuments = false
  /// A Boolean value that indicates whether any key starts with an uppercase letter.
  ///
  /// If none does, a capitalized word in a comment is treated as prose rather than as a key.
  var hasCapitalKeys = false
  /// The first alias and the number of aliases for each event that aliases refer to.
  var uses: [Int: (first: Int, count: Int)] = [:]
  /// The start offset of each line in the file.
  var lineStarts: [Int] = []

  /// Returns the line number of an offset, starting at 1.
  func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while low < high {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
    }
    return max(low, 1)
  }
}

import CSetteeFyaml

// The YAML parser, which calls the C library libfyaml.
extension YAMLEvent {
  /// Parses a YAML file with libfyaml and returns the events that the library reports, with their
  /// byte ranges.
  ///
  /// The ranges exclude the quotes of scalars, the headers of block scalars, and the `&` and `*` of
  /// anchors and aliases. An event that isn't visible in the file has an empty range at -1. The
  /// text of a scalar is `nil` if it is identical to its bytes.
  static func parse(_ bytes: [UInt8]) throws -> [YAMLEvent] {
    if let reason = settee_fyaml_open() {
      throw ParseError(String(cString: reason))
    }
    try checkCharacters(of: bytes)
    guard !bytes.isEmpty else { return [] }
    do { return try parsed(bytes) } catch {
      guard let events = try? parsedWithoutEmptyItems(bytes) else { throw error }
      return events
    }
  }

  private static func parsed(_ bytes: [UInt8]) throws -> [YAMLEvent] {
    var result = settee_fyaml_result()
    defer { settee_fyaml_free(&result) }
    let limits = settee_fyaml_limits(nodes: 2_000_000, flow_nodes: 200_000)
    let failed = bytes.withUnsafeBufferPointer {
      settee_fyaml_parse($0.baseAddress, $0.count, limits, &result)
    }
    guard failed == 0 else { throw error(of: result, bytes) }
    let texts = UnsafeBufferPointer(start: result.texts, count: result.texts_count)
    return UnsafeBufferPointer(start: result.events, count: result.count).map {
      YAMLEvent($0, texts)
    }
  }

  // Check the encoding first, because libfyaml 0.7.12 hangs on some input that isn't valid UTF-8.
  private static func checkCharacters(of bytes: [UInt8]) throws {
    if let odd = bytes.firstNonUTF8 {
      throw ParseError(at: .offset(odd), "this isn't valid UTF-8")
    }
    if let zero = bytes.firstIndex(of: 0) {
      throw ParseError(at: .offset(zero), "a NUL character isn't allowed")
    }
    try checkBrackets(of: bytes)
    guard bytes.contains(0x0D), bytes[...].hasLoneReturn else { return }
    let at = bytes.indices.first {
      bytes[$0] == 0x0D && ($0 + 1 == bytes.count || bytes[$0 + 1] != 0x0A)
    }
    throw ParseError(
      at: .offset(at ?? 0), "a carriage return without a line feed isn't supported")
  }

  /// Rejects deeply nested brackets in a YAML file, because libfyaml would use gigabytes of memory
  /// for their tokens.
  private static func checkBrackets(of bytes: [UInt8]) throws {
    var open = 0
    for (offset, byte) in bytes.enumerated() {
      if byte == "]" || byte == "}" {
        open = 0
      } else if byte == "[" || byte == "{" {
        open += 1
        if open > 10_000 {
          throw ParseError(at: .offset(offset), "values are nested too deeply")
        }
      }
    }
  }

  private static func error(of result: settee_fyaml_result, _ bytes: [UInt8]) -> ParseError {
    let message = withUnsafeBytes(of: result.message) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard result.line > 0 else {
      return ParseError(at: .offset(max(0, Int(result.offset))), message)
    }
    let offset = bytes.offset(line: Int(result.line), column: Int(result.column))
    return ParseError(
      at: .offset(offset), message, code: offset >= bytes.count ? .incomplete : .syntax)
  }
}

extension YAMLEvent {
  fileprivate init(_ event: settee_fyaml_event, _ texts: UnsafeBufferPointer<UInt8>) {
    func range(_ start: Int32, _ end: Int32) -> Range<Int>? {
      start < 0 || end < start ? nil : Int(start)..<Int(end)
    }
    kind = EventKind(rawValue: event.kind) ?? .scalar
    style = Presentation(rawValue: event.style) ?? .plain
    self.range = range(event.start, event.end) ?? -1 ..< -1
    anchor = range(event.anchor_start, event.anchor_end)
    tag = range(event.tag_start, event.tag_end)
    isUndecoded = Int(event.text) == SETTEE_FYAML_NO_TEXT
    if event.text >= 0 {
      text = Array(texts[Int(event.text)..<Int(event.text + event.text_count)])
    }
  }
}

extension [UInt8] {
  /// Returns the byte offset of a line and a column, both starting at 1.
  ///
  /// Columns are counted in characters.
  fileprivate func offset(line: Int, column: Int) -> Int {
    var at = 0
    for _ in 1..<Swift.max(line, 1) { at = lineEnd(of: at) }
    if line == 1 { at = afterMark }
    for _ in 1..<Swift.max(column, 1) where at < count {
      at += 1
      while at < count, self[at] & 0xC0 == 0x80 { at += 1 }
    }
    return at
  }
}

// Empty list items, which libfyaml 0.7.12 can't parse if the list isn't indented and a key or the
// end of the file follows.
extension YAMLEvent {
  /// Parses a YAML file in which a placeholder replaces each empty list item.
  ///
  /// The events are the same as without the placeholders.
  private static func parsedWithoutEmptyItems(_ bytes: [UInt8]) throws -> [YAMLEvent] {
    let placeholder = Array(" ''".utf8)
    var items = bytes.emptyYAMLItems
    while !items.isEmpty {
      var text: [UInt8] = []
      var end = 0
      for item in items {
        text += bytes[end..<item] + placeholder
        end = item
      }
      var events = try parsed(text + bytes[end...])
      // The offsets of the texts of the placeholders.
      let starts = items.enumerated().map { $1 + ($0 + 1) * placeholder.count - 1 }
      var found: Set<Int> = []
      for index in events.indices {
        let start = events[index].range.lowerBound
        let next = starts.partitioningIndex { $0 > start }
        if next > 0, starts[next - 1] == start, events[index].kind == .scalar {
          found.insert(items[next - 1])
          (events[index].style, events[index].range) = (.plain, -1 ..< -1)
        } else {
          events[index].moveOffsets { offset in
            offset - starts.partitioningIndex { $0 > offset } * placeholder.count
          }
        }
      }
      if found.count == items.count { return events }
      // The other dashes are part of multiline strings.
      items = items.filter(found.contains)
    }
    throw ParseError("no list item is empty")
  }

  private mutating func moveOffsets(_ move: (Int) -> Int) {
    func moved(_ range: Range<Int>) -> Range<Int> {
      move(range.lowerBound)..<move(range.upperBound)
    }
    range = moved(range)
    anchor = anchor.map(moved)
    tag = tag.map(moved)
  }
}

extension [UInt8] {
  /// The offsets after the dashes of list items that are empty, unless they are part of a string.
  fileprivate var emptyYAMLItems: [Int] {
    var items: [Int] = []
    // The dash at the end of the previous line, without blank lines and comments.
    var last: (column: Int, end: Int)?
    var at = afterMark
    while at < count {
      let start = at
      at = skippingBlanks(from: start)
      var dash: (column: Int, end: Int)?
      let first = at
      while at < count, self[at] == "-", skippingBlanks(from: at + 1) > at + 1 || isLineEnd(at + 1)
      {
        dash = (at - start, at + 1)
        at = skippingBlanks(from: at + 1)
      }
      let isComment = at < count && self[at] == "#"
      if dash != nil || !isComment && !isLineEnd(at) {
        if let last, first - start <= last.column { items.append(last.end) }
        last = isComment || isLineEnd(at) ? dash : nil
      }
      at = lineEnd(of: at)
    }
    return items + (last.map { [$0.end] } ?? [])
  }

  private func isLineEnd(_ offset: Int) -> Bool { offset >= count || self[offset].isLineEnd }
}

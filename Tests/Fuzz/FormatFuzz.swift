/// Fuzzes the parsers and the edits of settings files.
///
/// The first byte of an input selects the format, and the second one an edit. The result of parsing
/// must be a document, or an error with a location. The result of an edit must be an error, or
/// bytes that contain the requested value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzFormats(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  guard count > 2 else { return 0 }
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let format = Format.all[Int(input[0]) % Format.all.count]
  let bytes = Array(input[2...])
  do {
    let document = try Document(reading: bytes, as: format)
    tryEdits(of: document, choice: Int(input[1]))
  } catch {
    let error = ParseError(error)
    precondition(error.line >= 1 && error.column >= 1)
  }
  _ = Format.detect(name: "x.conf", bytes: bytes)
  return 0
}

private func tryEdits(of document: Document, choice: Int) {
  let values: [Value] = [
    .text("a"), .text("two \"words\"'\\ #;$"), .text("a\nb"), .text(""), .boolean(true),
    .integer(-7),
    .decimal("1.5"), .null, .list([.text("x"), .integer(1)]), .source("[1"),
  ]
  let value = values[choice % values.count]
  let settings = document.settings
  var edits: [DocumentEdit] = [
    .set(DocumentPath(keys: "zz"), value), .set(DocumentPath(keys: "zz", "yy"), value),
  ]
  if !settings.isEmpty {
    let place = settings[choice % settings.count].place
    edits += [.set(place, value), .remove(place), .set(place.appending("zz"), value)]
    precondition(DocumentPath(place.description) == place || place.steps.isEmpty)
  }
  if let row = document.disabledSettings.first { edits.append(.set(row.place, value)) }
  for edit in edits {
    guard let (plan, after) = try? document.changed(by: edit), plan.kind != .same else { continue }
    guard case .set(let place, let value) = edit else { continue }
    // Parse the new bytes again, and compare all other values.
    guard let again = try? Document(reading: plan.applied(to: document.bytes), as: document.format),
      let node = again.node(at: place)
    else { preconditionFailure("the edit did not take") }
    precondition(again.bytes == after.bytes && again.holds(value, in: node))
    precondition(again.comments.count == document.comments.count)
  }
}

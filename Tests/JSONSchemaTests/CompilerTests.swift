import SetteeJSONSchema
import SetteeValues
import Testing

/// Tests how panes are created from a schema, and what is kept when the schema changes.
struct CompilerTests {
  private func bundle(
    _ text: String
  ) throws -> (files: BundleMerge.Files, report: PaneGenerator.Report) {
    let schema = try JSONSchema(reading: Array(text.utf8))
    return PaneGenerator.bundle(of: schema, title: "demo", root: ["SetteeFile": "/demo.toml"]) {
      $0.hasSuffix("token")
    }
  }

  /// Returns the rows in a file without their groups.
  private func rows(_ files: BundleMerge.Files, _ name: String = "Root") throws
    -> [PropertyListDictionary]
  {
    let file = try #require(files.first { $0.name == name })
    return (file.content["PreferenceSpecifiers"]?.array ?? []).compactMap(\.dictionary)
      .filter { $0["Type"] != "PSGroupSpecifier" }
  }

  static let kinds: [(schema: String, type: String, settee: String?)] = [
    (#"{"type": "boolean"}"#, "PSToggleSwitchSpecifier", nil),
    (#"{"type": ["boolean", "null"]}"#, "PSToggleSwitchSpecifier", nil),
    (#"{"enum": [true, false]}"#, "PSToggleSwitchSpecifier", nil),
    (#"{"enum": ["a", "b", null]}"#, "PSMultiValueSpecifier", nil),
    (#"{"oneOf": [{"const": "a"}, {"const": "b"}]}"#, "PSMultiValueSpecifier", nil),
    (#"{"anyOf": [{"type": "boolean"}, {"enum": ["auto"]}]}"#, "PSMultiValueSpecifier", nil),
    (#"{"type": "integer", "minimum": 1}"#, "PSTextFieldSpecifier", "integer"),
    (#"{"type": "number"}"#, "PSTextFieldSpecifier", "real"),
    (#"{"type": "number", "minimum": 0, "maximum": 1, "default": 0.5}"#, "PSSliderSpecifier", nil),
    (#"{"type": "string"}"#, "PSTextFieldSpecifier", nil),
    (#"{"anyOf": [{"enum": ["a"]}, {"type": "string"}]}"#, "PSTextFieldSpecifier", nil),
    (#"{"type": ["string", "integer"]}"#, "PSTextFieldSpecifier", "scalar"),
    (#"{"type": "array", "items": {"type": "integer"}}"#, "PSTextFieldSpecifier", "list"),
    (
      #"{"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}"#,
      "PSTextFieldSpecifier", "list"
    ),
    (#"{"type": "object", "properties": {"x": {}}}"#, "PSChildPaneSpecifier", nil),
    (
      #"{"type": "object", "additionalProperties": {"type": "string"}}"#, "PSChildPaneSpecifier",
      nil
    ),
    (#"{"type": "array", "items": {"properties": {"x": {}}}}"#, "PSChildPaneSpecifier", nil),
    (
      #"{"items": {"anyOf": [{"type": "string"}, {"type": "array"}, {"type": "object"}]}}"#,
      "PSTextFieldSpecifier", "list"
    ),
    (#"{}"#, "PSTitleValueSpecifier", nil),
    (#"{"$ref": "https://example.org/x"}"#, "PSTitleValueSpecifier", nil),
  ]

  @Test(arguments: kinds)
  func `each type of value has a row`(_ schema: String, _ type: String, _ settee: String?) throws {
    let (files, _) = try bundle("{\"properties\": {\"k\": \(schema)}}")
    let row = try #require(try rows(files).first)
    #expect(row["Type"] == .string(type))
    #expect(row["SetteeType"]?.string == settee)
    #expect(row["Title"] == "k")
  }

  @Test func `keys named like secrets, or marked secret by the schema, are secure`() throws {
    let (files, _) = try bundle(
      #"{"properties": {"token": {"type": "string"}, "on_token": {"type": "boolean"}, "code": {"type": "string", "writeOnly": true}, "name": {"type": "string"}}}"#
    )
    #expect(try rows(files).map { $0["IsSecure"] == true } == [true, false, true, false])
  }

  @Test func `a value that may be a scalar or a table has a row and a pane`() throws {
    let (files, report) = try bundle(
      #"{"properties": {"k": {"anyOf": [{"type": "boolean"}, {"properties": {"x": {"type": "string"}}}]}}}"#
    )
    #expect(
      try rows(files).map { $0["Type"]?.string } == [
        "PSToggleSwitchSpecifier", "PSChildPaneSpecifier",
      ])
    #expect(try rows(files, "k").map { $0["Key"]?.string } == ["k.x"])
    #expect((report.settings, report.controls, report.panes) == (3, 3, 2))
  }

  @Test func `descriptions lose markup, deprecated keys are last, bad defaults are reported`()
    throws
  {
    let (files, report) = try bundle(
      #"""
      {"properties": {
        "old": {"type": "boolean", "deprecated": true},
        "new": {"type": "boolean", "default": "yes", "description": "**Sets** `x_y`; see [this](http://a.b).\u001b[31m"},
        "mode": {"enum": ["a"], "default": "a", "enumDescriptions": ["The *first*."]}}}
      """#)
    let all = try rows(files)
    #expect(all.map { $0["Key"]?.string } == ["new", "mode", "old"])
    #expect(all[0]["SetteeHelp"] == "Sets x_y; see this.[31m. Default: 'yes'.")
    #expect(all[0]["DefaultValue"] == nil)
    #expect(all[1]["DefaultValue"] == "a")
    #expect(all[1]["IASKSubtitle"] == ["a": "The first."])
    #expect(report.oddDefaults == 1)
    let groups = (files[0].content["PreferenceSpecifiers"]?.array ?? []).compactMap(\.dictionary)
    #expect(groups.contains { $0["Title"] == "Deprecated" })
  }

  @Test func `recursive tables produce a limited number of panes`() throws {
    let (files, _) = try bundle(
      ##"{"$ref": "#/$defs/t", "$defs": {"t": {"properties": {"n": {"type": "integer"}, "a": {"$ref": "#/$defs/t"}, "b": {"$ref": "#/$defs/t"}}}}}"##
    )
    #expect(files.count < 20)
    let names = files.map { $0.name.lowercased() }
    #expect(Set(names).count == names.count)
  }

  @Test
  func `an updated bundle keeps the user's changes, adds new rows and removes old ones`()
    throws
  {
    let old =
      #"{"properties": {"a": {"type": "boolean", "title": "First"}, "b": {"type": "string"}, "gone": {"type": "string"}, "t": {"properties": {"x": {"type": "integer"}}}}}"#
    let new =
      #"{"properties": {"a": {"type": "boolean", "title": "One"}, "b": {"type": "integer"}, "more": {"type": "string"}, "t": {"properties": {"x": {"type": "integer"}, "y": {"type": "integer"}}}}}"#
    let before = try bundle(old).files
    var now = before
    var specifiers = (now[0].content["PreferenceSpecifiers"]?.array ?? []).compactMap(\.dictionary)
    let a = try #require(specifiers.firstIndex { $0["Key"] == "a" })
    specifiers[a]["Title"] = "Mine"
    let b = try #require(specifiers.firstIndex { $0["Key"] == "b" })
    let moved = specifiers.remove(at: b)
    specifiers.append(["Type": "PSGroupSpecifier", "Title": "My group"])
    specifiers.append(moved)
    now[0].content["PreferenceSpecifiers"] = .array(specifiers.map { .dictionary($0) })
    let renewal = BundleMerge(before: before, now: now, after: try bundle(new).files)
    #expect(renewal.added == ["more", "t.y"])
    #expect(renewal.gone == ["gone"])
    let rows = (renewal.files[0].content["PreferenceSpecifiers"]?.array ?? []).compactMap(
      \.dictionary)
    #expect(
      rows.compactMap { $0["Key"]?.string ?? $0["Title"]?.string } == [
        "a", "t", "My group", "b", "more",
      ])
    #expect(rows.first { $0["Key"] == "a" }?["Title"] == "Mine")
    #expect(rows.first { $0["Key"] == "b" }?["SetteeType"] == "integer")
    #expect(try self.rows(renewal.files, "t").compactMap { $0["Key"]?.string } == ["t.x", "t.y"])
  }
}

import SetteeValues
import SetteeJSONSchema
import Testing

/// Tests the validation of files against a schema: the result, rule, and location of each problem.
struct ValidatorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let schema: String
    let file: String
    /// The problems in the form `line:column rule`.
    let faults: [String]

    init(_ schema: String, _ file: String, _ faults: String...) {
      (self.schema, self.file, self.faults) = (schema, file, faults)
    }

    var testDescription: String { "\(file) by \(schema)" }
  }

  static let cases = [
    Case(#"{"type": "object"}"#, "{}"),
    Case(#"{"type": "object"}"#, "[1]", "1:1 wrong-type"),
    Case(#"{"properties": {"a": {"type": "integer"}}}"#, "{\n \"a\": 1.5}", "2:7 wrong-type"),
    Case(#"{"properties": {"a": {"type": "integer"}}}"#, #"{"a": 2.0}"#),
    Case(
      #"{"$schema": "http://json-schema.org/draft-04/schema#", "properties": {"a": {"type": "integer"}}}"#,
      #"{"a": 2.0}"#, "1:7 wrong-type"),
    Case(#"{"properties": {"a": {"enum": ["on", 1]}}}"#, #"{"a": "off"}"#, "1:7 not-a-choice"),
    Case(#"{"properties": {"a": {"enum": ["on", 1]}}}"#, #"{"a": 1.0}"#),
    Case(#"{"properties": {"a": {"const": true}}}"#, #"{"a": 1}"#, "1:7 not-a-choice"),
    Case(#"{"properties": {"a": {"minimum": 2, "maximum": 3}}}"#, #"{"a": 4}"#, "1:7 out-of-range"),
    Case(#"{"properties": {"a": {"exclusiveMinimum": 2}}}"#, #"{"a": 2}"#, "1:7 out-of-range"),
    Case(#"{"properties": {"a": {"multipleOf": 0.5}}}"#, #"{"a": 1.75}"#, "1:7 out-of-range"),
    Case(#"{"properties": {"a": {"maxLength": 1}}}"#, #"{"a": "é"}"#),
    Case(#"{"properties": {"a": {"minLength": 2}}}"#, #"{"a": "é"}"#, "1:7 wrong-length"),
    Case(#"{"properties": {"a": {"pattern": "b+$"}}}"#, #"{"a": "abb"}"#),
    Case(#"{"properties": {"a": {"pattern": "^b"}}}"#, #"{"a": "ab"}"#, "1:7 wrong-pattern"),
    Case(
      #"{"properties": {"a": {"pattern": "^(?!x)[a-z]+$"}}}"#, #"{"a": "xa"}"#, "1:7 wrong-pattern"),
    Case(#"{"properties": {"a": {"pattern": "^(?<n>\\u0061)$"}}}"#, #"{"a": "a"}"#),
    Case(#"{"required": ["a"]}"#, #"{"b": 1}"#, "1:1 missing-key"),
    Case(
      #"{"properties": {"rate": {}}, "additionalProperties": false}"#, #"{"raet": 1}"#,
      "1:2 unknown-key"),
    Case(#"{"patternProperties": {"^x": {}}, "additionalProperties": false}"#, #"{"xy": 1}"#),
    Case(#"{"items": {"type": "string"}}"#, #"["a", 1]"#, "1:7 wrong-type"),
    Case(
      #"{"prefixItems": [{}, {"type": "string"}], "items": false}"#, #"[1, "a", 2]"#,
      "1:10 not-allowed"),
    Case(#"{"contains": {"const": 1}}"#, "[2, 3]", "1:1 wrong-count"),
    Case(#"{"uniqueItems": true}"#, "[1, 1.0]", "1:1 duplicate-item"),
    Case(#"{"allOf": [{"minimum": 1}, {"maximum": 2}]}"#, "3", "1:1 out-of-range"),
    Case(#"{"anyOf": [{"type": "string"}, {"type": "array"}]}"#, "3", "1:1 not-allowed"),
    Case(#"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#, "3", "1:1 not-allowed"),
    Case(#"{"not": {"type": "null"}}"#, "null", "1:1 not-allowed"),
    Case(
      #"{"if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]}}"#,
      #"{"a": 1}"#, "1:1 missing-key"),
    Case(#"{"dependentRequired": {"a": ["b"]}}"#, #"{"a": 1}"#, "1:1 missing-key"),
    Case(
      #"{"allOf": [{"properties": {"a": {}}}], "unevaluatedProperties": false}"#,
      #"{"a": 1, "b": 2}"#, "1:10 unknown-key"),
    Case(#"{"properties": {"a": {"deprecated": true}}}"#, #"{"a": 1}"#, "1:7 deprecated-key"),
    Case(
      ##"{"$ref": "#/$defs/t", "$defs": {"t": {"properties": {"t": {"$ref": "#/$defs/t"}}, "additionalProperties": false}}}"##,
      #"{"t": {"t": {"u": 1}}}"#, "1:14 unknown-key"),
    Case(
      ##"{"$id": "https://example.org/a.json", "$ref": "b.json#x", "$defs": {"b": {"$id": "b.json", "$defs": {"c": {"$anchor": "x", "type": "null"}}}}}"##,
      "1", "1:1 wrong-type"),
  ]

  @Test(arguments: cases)
  func `a file is validated against its schema`(_ one: Case) throws {
    let schema = try JSONSchema(reading: Array(one.schema.utf8))
    let document = try Document(reading: Array(one.file.utf8), as: .json(allowsComments: true))
    var validator = Validator(schema)
    let (outcome, faults) = validator.validate(DocumentElement(document))
    #expect(
      faults.map { fault in
        let place = document.position(of: fault.offset)
        return "\(place.line):\(place.column) \(fault.rule)"
      } == one.faults)
    #expect((outcome == .yes) == faults.allSatisfy(\.isWarning))
    #expect(validator.unchecked.isEmpty)
  }

  @Test func `a message has the location, the allowed values and a suggestion`() throws {
    let schema = try JSONSchema(
      reading: Array(
        #"{"properties": {"theme": {"enum": ["dark", "light"]}, "password": {"maxLength": 3}}}"#
          .utf8))
    func messages(_ toml: String) throws -> [String] {
      var validator = Validator(schema)
      let file = DocumentElement(try Document(reading: Array(toml.utf8), as: .toml))
      return validator.validate(file).faults.map {
        $0.message(isSecret: "\($0.place)" == "password")
      }
    }
    #expect(
      try messages("theme = \"drak\"\n") == [
        "theme must be 'dark' or 'light', not 'drak'; did you mean 'dark'?"
      ])
    let secret = try messages("password = \"hunter2\"\n")
    #expect(secret == ["password must have at most 3 characters"])
    #expect(try messages("tehme = 1\n") == ["unknown key tehme; did you mean theme?"])
  }

  @Test func `values in a file without types are converted to the type in the schema`() throws {
    let schema = try JSONSchema(
      reading: Array(
        #"{"properties": {"s": {"properties": {"port": {"type": "integer"}, "on": {"type": "boolean"}, "name": {"type": "string"}}}}}"#
          .utf8))
    func outcome(_ text: String) throws -> Validator.ValidationOutcome {
      let format = try #require(Format(named: "ini"))
      var validator = Validator(schema)
      return validator.validate(
        DocumentElement(try Document(reading: Array(text.utf8), as: format))
      )
      .outcome
    }
    #expect(try outcome("[s]\nport = 80\non = yes\nname = 5\n") == .yes)
    #expect(try outcome("[s]\nport = many\n") == .no)
  }

  @Test func `constraints that can't be evaluated are counted and reject nothing`() throws {
    let schema = try JSONSchema(
      reading: Array(
        ##"{"properties": {"a": {"$ref": "https://example.org/x"}, "b": {"pattern": "(?<=x)y"}, "c": {"$ref": "#/none"}, "d": {"$ref": "#/properties/d"}}}"##
          .utf8))
    var validator = Validator(schema)
    let file = #"{"a": 1, "b": "y", "c": 1, "d": 1}"#
    let result = validator.validate(
      DocumentElement(try Document(reading: Array(file.utf8), as: .json(allowsComments: false))))
    #expect(result.outcome == .unknown)
    #expect(result.faults.isEmpty)
    #expect(validator.unchecked.values.reduce(0, +) == 4)
  }

  @Test func `mutually recursive schemas are evaluated once each`() throws {
    // This schema has 4 to the power of 20 paths.
    var parts = [#""d20": {"type": "string"}"#]
    for level in 0..<20 {
      let next = ##"{"$ref": "#/$defs/d\##(level + 1)"}"##
      parts.append("\"d\(level)\": {\"anyOf\": [\(next), \(next), \(next), \(next)]}")
    }
    let text = ##"{"$ref": "#/$defs/d0", "$defs": {"## + parts.joined(separator: ", ") + "}}"
    let schema = try JSONSchema(reading: Array(text.utf8))
    var validator = Validator(schema)
    #expect(
      validator.validate(
        DocumentElement(try Document(reading: [0x31], as: .json(allowsComments: false)))
      )
      .outcome
        == .no)
  }

  @Test(arguments: ["[]", "1", "{", "{\"a\": \"\u{0}\"}", String(repeating: "[", count: 10_000)])
  func `an invalid schema is rejected with its location`(_ text: String) {
    #expect(throws: ParseError.self) { try JSONSchema(reading: Array(text.utf8)) }
  }
}

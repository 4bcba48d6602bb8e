import Foundation
import Settee
import SetteeValues
import Testing

@Suite struct `JSON text` {
  @Test(arguments: [
    ("0", "0"), ("-12", "-12"), ("9223372036854775807", "9223372036854775807"),
    ("-9223372036854775808", "-9223372036854775808"),
    ("18446744073709551615", "18446744073709551615"),
    ("0.1", "0.1"), ("1.0", "1.0"), ("-0.0", "-0.0"), ("1e400e", nil), ("5e-324", "5e-324"),
    ("1.7976931348623157e308", "1.7976931348623157e+308"), ("true", "true"), ("null", "null"),
    (" [ 1 ,\n2 ] ", "[1, 2]"), ("{}", "{}"), ("[]", "[]"),
    (#"{"b": 1, "a": {"x": []}}"#, #"{"b": 1, "a": {"x": []}}"#),
    (#""\u00e9 \ud83d\ude00 \/ \"""#, #""é 😀 / \"""#),
    ("\u{FEFF}1", "1"),
  ])
  func `parsed text is written back`(text: String, expected: String?) throws {
    guard let expected else {
      #expect(throws: ParseError.self) { try JSON(reading: text) }
      return
    }
    #expect(try JSON(reading: text).text() == expected)
  }

  @Test(arguments: [
    ("", "line 1, column 1: empty text; expected a value"),
    ("[1, 2", "line 1, column 6: expected ',' or ']' after an item"),
    ("[1,\n 02]", "line 2, column 2: leading zeros aren't allowed"),
    ("{\"a\" 1}", "line 1, column 6: expected ':' after the key"),
    ("{a: 1}", "line 1, column 2: expected a key in double quotes"),
    ("[1,]", "line 1, column 3: trailing commas aren't allowed in JSON"),
    ("[1 // one\n]", "line 1, column 4: comments aren't allowed in JSON"),
    ("1 2", "line 1, column 3: unexpected text after the value"),
    ("\"a", "line 1, column 1: unterminated string"),
    (
      "\"\\ud800\"",
      "line 1, column 2: invalid \\u escape; use four hexadecimal digits, and pair surrogates"
    ),
    (
      "\"\\x\"",
      #"line 1, column 2: unknown escape; JSON has \" \\ \/ \b \f \n \r \t and \u"#
    ),
    (
      "\"\u{7}\"",
      "line 1, column 2: unescaped control character; use an escape such as \\n or \\u0007"
    ),
    (
      "18446744073709551616",
      "line 1, column 1: 18446744073709551616 doesn't fit in 64 bits; use an exponent to allow rounding"
    ),
    ("1e999", "line 1, column 1: 1e999 is out of range"),
    ("-", "line 1, column 2: expected a digit"),
    ("tru", "line 1, column 1: invalid value; put strings in double quotes"),
  ])
  func `an error has its location`(text: String, sentence: String) {
    let error = #expect(throws: ParseError.self) { try JSON(reading: text) }
    #expect(error?.description == sentence)
  }

  @Test func `bytes that aren't UTF-8 are rejected`() {
    #expect(throws: ParseError.self) { try JSON(reading: [0x22, 0xFF, 0x22]) }
  }

  @Test func `deep nesting is rejected`() throws {
    let depth = JSON.deepestNesting
    func nested(_ count: Int) -> String {
      String(repeating: "[", count: count) + String(repeating: "]", count: count)
    }
    #expect(throws: Never.self) { try JSON(reading: nested(depth)) }
    let error = #expect(throws: ParseError.self) { try JSON(reading: nested(100_000)) }
    #expect(error?.message == "nested more than 512 levels deep")
  }

  @Test func `truncated or modified text doesn't crash the parser`() {
    let text = Array(#"{"a": [1, -2.5e3, "x\u00e9\n", {"b": true, "c": null}], "d": false}"#.utf8)
    for end in text.indices { _ = try? JSON(reading: text[..<end]) }
    for index in text.indices {
      for byte in [UInt8(0), 0x22, 0x5C, 0x7B, 0xC3, 0xFF] {
        var bent = text
        bent[index] = byte
        _ = try? JSON(reading: bent)
      }
    }
  }

  @Test func `terminal control characters are escaped`() {
    let text = JSON.string("\u{1B}[2J\u{9B}1m\u{202E}\u{7F}\u{0}\t").text()
    #expect(text == #""\u001b[2J\u009b1m\u202e\u007f\u0000\t""#)
    #expect(JSON.string("e\u{301}😀").text().utf8.elementsEqual("\"e\u{301}😀\"".utf8))
  }

  @Test func `the pretty form has a line for each member`() throws {
    let json = try JSON(reading: #"{"a": [1, {}], "b": []}"#)
    #expect(json.text(isPretty: true) == "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}")
  }

  @Test func `the result agrees with JSONSerialization`() throws {
    let json: JSON = ["t": "é\u{2028}\"\\", "n": [1, -2.5, 1e300, true], "o": ["k": .null]]
    let bytes = Data(json.text(isPretty: true).utf8)
    let theirs = try #require(JSONSerialization.jsonObject(with: bytes) as? NSDictionary)
    let expected: NSDictionary = [
      "t": "é\u{2028}\"\\", "n": [1, -2.5, 1e300, true] as [Any], "o": ["k": NSNull()],
    ]
    #expect(theirs == expected)
  }

  @Test func `every character is written and parsed at every position`() throws {
    for character in ["\"", "\\", "\n", "\u{1F}", "\u{7F}", "é", "\u{2028}", "😀", " ", "~"] {
      for place in 0..<20 {
        let text = String(repeating: "a", count: place) + character + "bcd"
        let written = JSON.string(text).text()
        #expect(try JSON(reading: written).string == text)
        let foundation = try JSONSerialization.jsonObject(
          with: Data(written.utf8), options: .fragmentsAllowed)
        #expect(foundation as? String == text)
      }
    }
    #expect(throws: ParseError.self) { try JSON(reading: "\"abcdefgh\u{1}abcdefgh\"") }
  }
}

@Suite struct `Property lists as JSON` {
  static let values: [PropertyList] = [
    .string("a\u{0}b\n"), .integer(.min), .bigInteger(.max), .real(0.1), .real(1),
    .real(.infinity), .real(-.infinity), .boolean(false), .data(Data([0, 255, 7])),
    .date(Date(timeIntervalSinceReferenceDate: 0)),
    .date(Date(timeIntervalSinceReferenceDate: 788_000_000.123)),
    .date(Date(timeIntervalSinceReferenceDate: -63_114_076_800)), .uid(3),
    .array([.integer(1), .array([])]), .dictionary([:]),
    .dictionary(["$date": .string("2026-01-02T03:04:05Z")]),
    .dictionary(["$dictionary": .dictionary(["$secret": .boolean(true)])]),
    .dictionary(["e\u{301}": .integer(1), "é": .integer(2)]),
  ]

  @Test(arguments: values.indices)
  func `every value is unchanged after a round trip through JSON`(index: Int) throws {
    let json = JSON(Self.values[index])
    let back = try JSON(reading: json.text()).propertyList()
    #expect(JSON(back).text().utf8.elementsEqual(json.text().utf8))
    #expect("\(back)" == "\(Self.values[index])")
  }

  @Test func `special values have the forms of the contract`() {
    let date = Date(timeIntervalSinceReferenceDate: 789_015_845)
    #expect(JSON(.date(date)).text() == #"{"$date": "2026-01-02T03:04:05Z"}"#)
    #expect(JSON(.data(Data("hi".utf8))).text() == #"{"$data": "aGk="}"#)
    #expect(JSON(.real(.nan)).text() == #"{"$real": "nan"}"#)
    #expect(JSON.secret.text() == #"{"$secret": true}"#)
    #expect(JSON.secret.isSecret)
  }

  @Test(arguments: [
    ("null", "null isn't a property list value; leave the key out instead"),
    (#"{"$secret": true}"#, "the secret wasn't exported; export it with --secrets"),
    (#"{"$date": "soon"}"#, #""soon" isn't a date; use a form like 2026-01-02T03:04:05Z"#),
    (#"{"$data": "*"}"#, "$data isn't valid Base64"),
    (#"{"$uid": "x"}"#, "invalid value for $uid"),
  ])
  func `values that don't fit a property list are rejected`(text: String, message: String) throws {
    let json = try JSON(reading: text)
    #expect(throws: ParseError(message)) { try json.propertyList() }
  }

  @Test func `absent members are omitted`() {
    #expect(JSON.object(ofPresent: ["a": nil, "b": 1]).text() == #"{"b": 1}"#)
  }
}

@Suite struct `Dates as text` {
  @Test func `dates agree with Foundation for four thousand years`() throws {
    let formatter = ISO8601DateFormatter()
    for step in stride(from: -31_000_000_000.0, to: 63_000_000_000, by: 777_777_777) {
      let date = Date(timeIntervalSinceReferenceDate: step)
      guard date > Date(timeIntervalSince1970: -12_219_292_800) else { continue }
      #expect(date.iso8601 == formatter.string(from: date))
      #expect(Date(iso8601: date.iso8601) == date)
    }
  }

  @Test(arguments: [
    ("2026-01-02", 789_004_800.0), ("2026-01-02T03:04", 789_015_840),
    ("2026-01-02 03:04:05", 789_015_845), ("2026-01-02T05:04:05+02:00", 789_015_845),
    ("2026-01-02T03:04:05.5Z", 789_015_845.5), ("2026-01-01T22:34:05-0430", 789_015_845),
  ])
  func `common date formats are parsed`(text: String, seconds: Double) {
    #expect(Date(iso8601: text) == Date(timeIntervalSinceReferenceDate: seconds))
  }

  @Test(arguments: [
    "", "x", "2026", "2026-13-01", "2026-02-29", "2026-01-02T", "2026-01-02T24:00",
    "2026-01-02T03:04:05.Z", "2026-01-02T03:04:05Zz", "26-01-02", "99999999999-01-01",
  ])
  func `an invalid date is nil`(text: String) {
    #expect(Date(iso8601: text) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func `no number crashes the calendar`(seconds: Double) {
    let text = Date(timeIntervalSinceReferenceDate: seconds).iso8601
    #expect(Date(iso8601: text) != nil)
  }
}

import SetteeValues
import Testing

@Suite struct LiteralTests {
  private func literal(_ source: String, _ format: Format = .toml) throws -> Scalar {
    let text = format == .toml ? "x = \(source)" : format == .json ? "[\(source)]" : "x=\(source)"
    let document = try read(text, as: format)
    return try #require(document.literal(of: document.nodes.count - 1))
  }

  @Test func `values are converted to Swift types`() throws {
    #expect(try literal("\"a\\tb\"").text == "a\tb")
    #expect(try literal("'c:\\d'").text == "c:\\d")
    #expect(try literal("0xFF").integer == 255)
    #expect(try literal("1_000").decimalText == "1000")
    #expect(try literal("0.1").decimalText == "0.1")
    #expect(try literal("true").boolean == true)
    #expect(try literal("Off", .flat).boolean == false)
    #expect(try literal("99999999999999999999").integer == nil)
    #expect(try literal("1979-05-27").kind == .localDate)
    #expect(try literal("null", .json).kind == .null)
  }

  @Test(arguments: [
    ("0x10", Value.integer(16)), ("1_0", .integer(10)), ("1.50", .decimal("1.5")),
    ("15e-1", .decimal("1.5")), ("'a'", .text("a")), ("\"\\u0061\"", .text("a")),
    ("[1, 'a']", .list([.integer(1), .text("a")])),
    ("0.1", .decimal("0.1")), ("1e400", .decimal("10e399")),
  ])
  func `an equal value writes nothing`(source: String, value: Value) throws {
    let document = try read("x = \(source)\n", as: .toml)
    #expect(try document.changed(by: set("x", value)).plan.kind == .same)
  }

  @Test func `numbers are not compared as Double`() throws {
    let text = "x = 0.1000000000000000055511151231257827\n"
    #expect(try edited(text, .toml, set("x", .decimal("0.1"))) == "x = 0.1\n")
    let long = "{\"x\": 9007199254740993}"
    #expect(try edited(long, .json, set("x", .integer(9_007_199_254_740_992))) != long)
  }

  @Test(arguments: [
    ("0x00ff", Value.integer(16), "0x0010"), ("0x00FF", .integer(171), "0x00AB"),
    ("0o755", .integer(420), "0o644"), ("1_000_000", .integer(2_500_000), "2_500_000"),
    ("10", .integer(-3), "-3"), ("1.0", .integer(2), "2.0"), ("'a'", .text("b"), "'b'"),
    ("'a'", .text("it's"), "\"it's\""), ("\"a\"", .text("'b'"), "\"'b'\""),
    ("'''\na'''", .text("b\nc"), "'''\nb\nc'''"),
    ("'''a\nb'''", .text("'b' \\\n\tc\n"), "''''b' \\\n\tc\n'''"),
    ("'''a\nb'''", .text("b\n'c'"), "\"\"\"b\n'c'\"\"\""),
    ("'''a\nb'''", .text("b'''\nc"), "\"\"\"b'''\nc\"\"\""),
    ("\"\"\"\na\tb\n\"\"\"", .text("a\tc\n"), "\"\"\"\na\tc\n\"\"\""),
    ("\"\"\"\na\\tb\n\"\"\"", .text("a\tc\n"), "\"\"\"\na\\tc\n\"\"\""),
    ("\"\"\"\na\"\"\"", .text("b\nc"), "\"\"\"\nb\nc\"\"\""),
    ("true", .boolean(false), "false"), ("\"a\"", .integer(1), "1"),
  ])
  func `a new value keeps the style of the old value`(
    old: String, value: Value, new: String
  ) throws {
    #expect(try edited("x = \(old) # why\n", .toml, set("x", value)) == "x = \(new) # why\n")
  }

  @Test(arguments: [
    ("yes", "no"), ("ON", "OFF"), ("True", "False"), ("1", "0"), ("\"true\"", "\"false\""),
  ])
  func `a Boolean keeps its spelling and case`(old: String, new: String) throws {
    #expect(try edited("[a]\nx=\(old)\n", .ini, set("a.x", .boolean(false))) == "[a]\nx=\(new)\n")
  }
}

import Foundation
import Settee
import Testing

/// Tests how controls parse typed text.
@Suite struct ValueParsingTests {
  private func value(_ control: Control, _ text: String) -> PropertyList? {
    try? control.parse(text).get()
  }

  private func refusal(_ control: Control, _ text: String) -> String? {
    if case .failure(let refusal) = control.parse(text) { refusal.message } else { nil }
  }

  @Test(arguments: ["on", "Yes", "TRUE", "1"]) func `words turn a toggle on`(word: String) {
    #expect(value(Control(.toggle), word) == .boolean(true))
  }

  @Test(arguments: ["off", "No", "false", "0"]) func `words turn a toggle off`(word: String) {
    #expect(value(Control(.toggle), word) == .boolean(false))
  }

  @Test func `a toggle's stored values take precedence over words`() {
    let toggle = Control(.toggle(Toggle(on: "0", off: "1")))
    #expect(value(toggle, "1") == "1")
    #expect(value(toggle, "on") == "0")
    #expect(refusal(toggle, "maybe") == "Invalid value 'maybe'. Use on (0) or off (1).")
  }

  @Test func `a slider stores a real number within its bounds`() {
    let slider = Control(.slider(Slider(bounds: Bounds(minimum: 10, maximum: 24, unit: "px"))))
    #expect(value(slider, "12") == .real(12))
    #expect(value(slider, "12.5 px") == .real(12.5))
    #expect(refusal(slider, "25") == "Invalid value '25'. Enter a number from 10 to 24 px.")
    #expect(refusal(slider, "0x10") == "Invalid value '0x10'. Enter a number from 10 to 24 px.")
    #expect(refusal(slider, "nan") != nil)
  }

  @Test func `a choice is found by value, then by title, exact matches first`() {
    let choice = Control(
      .choice(
        [
          Choice("two", value: 1), Choice("1", value: 2), Choice("Three", value: "three\t"),
        ]))
    #expect(value(choice, "1") == .integer(1))
    #expect(value(choice, "1.0") == .integer(1))
    #expect(value(choice, "two") == .integer(1))
    #expect(value(choice, "three\t") == "three\t")
    #expect(value(choice, "THREE") == "three\t")
    #expect(refusal(choice, "4")?.contains("one of: 1 (two), 2 (1)") == true)
    let words = Control(
      .choice(["no", "ask", "yes"].map { Choice($0, value: .string($0)) }))
    #expect(value(words, "off") == "no")
    #expect(value(words, "TRUE") == "yes")
    #expect(value(words, "maybe") == nil)
  }

  @Test func `a field stores its declared type`() {
    var field = Control(.text)
    #expect(value(field, " 42 ") == " 42 ")
    field.content = .text(TextInput(type: .integer))
    #expect(value(field, "42") == .integer(42))
    #expect(value(field, "18446744073709551615") == .bigInteger(.max))
    #expect(refusal(field, "4.2") == "Invalid value '4.2'. Enter a whole number.")
    #expect(
      refusal(field, "18446744073709551616")
        == "The number doesn't fit in 64 bits.")
    field.content = .text(TextInput(type: .real))
    #expect(value(field, "4.2") == .real(4.2))
    field.content = .text(TextInput(type: .list))
    #expect(value(field, "a\nb\n") == ["a", "b"])
    #expect(value(field, "") == [])
  }

  @Test func `an error names the violated rule`() {
    var field = Control(.text)
    field.isRequired = true
    #expect(refusal(field, "") == "A value is required. Enter non-empty text.")
    field = Control(.text(TextInput(rules: TextRules(maximumLength: 3))))
    let text = "The value is too long. Enter any text of at most 3 characters."
    #expect(refusal(field, "12345") == text)
    field = Control(.text(TextInput(rules: TextRules(pattern: "[a-z]+"))))
    #expect(refusal(field, "A") == "Invalid value 'A'. Enter any text matching [a-z]+.")
    #expect(value(field, "") == "")
  }

  @Test func `an error never contains a secret`() {
    var field = Control(.text(TextInput(rules: TextRules(pattern: "[0-9]+"))))
    field.isSecure = true
    #expect(refusal(field, "hunter2")?.contains("hunter2") == false)
    #expect(field.text(of: "hunter2") == "••••••••")
  }

  @Test func `dates are parsed with and without a time and a time zone`() {
    let date = Control(.date)
    #expect(
      value(date, "2026-03-14T09:30:15Z") == .date(Date(timeIntervalSince1970: 1_773_480_615)))
    #expect(value(date, "2026-03-14 11:30:15+02:00") == value(date, "2026-03-14T09:30:15Z"))
    #expect(value(date, "2026-03-14").map { date.text(of: $0) } == "2026-03-14 00:00")
    #expect(value(date, "2026-03-14 09:30").map { date.text(of: $0) } == "2026-03-14 09:30")
    for wrong in ["2026-02-29", "2026-13-01", "tomorrow", "2026-03-14T25:00", ""] {
      #expect(refusal(date, wrong) != nil, "\(wrong)")
    }
  }

  @Test func `a read-only row rejects typed text but no stored value`() {
    #expect(refusal(Control(.title), "x") == "This setting is read-only.")
    #expect(Control(.title).check("x") == nil)
  }

  @Test func `displayed text is parsed to the same value`() throws {
    let toggle = Control(.toggle(Toggle(on: "enabled", off: "disabled")))
    let integer = Control(.text(TextInput(type: .integer, bounds: Bounds(unit: "ms"))))
    let pairs: [(Control, PropertyList)] = [
      (toggle, "enabled"), (integer, 250), (Control(.slider), 0.125), (Control(.text), "é "),
    ]
    for (control, value) in pairs {
      #expect(try control.parse(control.text(of: value)).get() == value)
    }
  }
}

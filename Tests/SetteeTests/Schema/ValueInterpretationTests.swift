import Foundation
import Settee
import Testing

/// Tests how controls interpret stored values.
@Suite struct ValueInterpretationTests {
  @Test(
    arguments: [
      ("YES", true), ("no", false), ("1", true), (64, true), (0, false), (.real(1), true),
    ] as [(PropertyList, Bool)])
  func `a plain toggle interprets flags like Foundation`(value: PropertyList, isOn: Bool) {
    #expect(Control(.toggle).isOn(value) == isOn)
  }

  @Test func `a value that is neither on nor off is shown unchanged`() {
    #expect(Control(.toggle).isOn("/tmp") == nil)
    #expect(Control(.toggle).text(of: "/tmp") == "/tmp")
    #expect(Control(.toggle).isOn(nil) == nil)
  }

  @Test func `a choice matches numbers of another type and strings`() {
    let choice = Control(
      .choice(
        [
          Choice("Text", value: "1"), Choice("Number", value: 2, shortTitle: "No."),
        ]))
    #expect(choice.choiceIndex(of: 1) == 0)
    #expect(choice.choiceIndex(of: .real(2)) == 1)
    #expect(choice.choiceIndex(of: 3) == nil)
    #expect(choice.text(of: 3) == "3")
    #expect(choice.text(of: 2) == "No.")
  }

  @Test func `conditions compare matching values, and an unset flag is false`() {
    let isOff = Condition(key: "sound", values: [false])
    #expect(isOff.holds(for: nil))
    #expect(isOff.holds(for: 0))
    #expect(!isOff.holds(for: true))
    let notNever = Condition(key: "fetch", values: ["never"], isNegated: true)
    #expect(notNever.holds(for: "push"))
    #expect(!notNever.holds(for: "never"))
  }

  @Test func `a domain without a bundle gets a control for each value by its type`() {
    let values: PropertyListDictionary = [
      "proxy.port": 8080, "b": true, "proxy.host": "h", "a": 1.5, "when": .date(.distantPast),
      "list": ["x", "y"], "blob": .data(.init([1, 2])), "note": "two\nlines", "lone.key": "v",
    ]
    let pane = Pane.inferred(from: values, domain: "org.example")
    #expect(pane.groups.map(\.title) == [nil, "proxy"])
    #expect(
      pane.groups[0].controls.map(\.key) == ["a", "b", "blob", "list", "lone.key", "note", "when"])
    #expect(
      pane.groups[0].controls.map(\.kind)
        == [.text, .toggle, .title, .text, .text, .textview, .date])
    #expect(pane.groups[1].controls.map(\.input.type) == [.string, .integer])
    #expect(pane.groups[0].controls[2].text(of: values["blob"]) == "2 bytes")
    for control in pane.controls {
      #expect(control.key.flatMap { values[$0] }.flatMap(control.check) == nil)
    }
  }
}

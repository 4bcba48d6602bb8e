import Foundation
import Settee
import Testing

struct BoundControlTests {
  /// A domain in memory that holds some values.
  private func domain(
    _ values: PropertyListDictionary = [:], registered: PropertyListDictionary = [:]
  ) throws -> Domain {
    try Domain(
      DomainName("org.example.test"), storage: MemoryStorage(values),
      options: DomainOptions(registered: registered))
  }

  private func control(
    _ kind: ControlKind, key: String? = "k", _ change: (inout Control) -> Void = { _ in }
  ) -> Control {
    var control = Control(kind, key: key, title: "Title")
    change(&control)
    return control
  }

  @Test func `the default shows until a value is stored, and again after reset`() throws {
    let bound = BoundControl(
      control(.text) { $0.defaultValue = "default" }, in: try domain())
    #expect(bound.value == "default")
    #expect(bound.origin == .registered)
    #expect(!bound.isModified)
    let changes = try bound.set(text: "mine")
    #expect(changes.count == 1)
    #expect(bound.value == "mine")
    #expect(bound.origin == .user)
    #expect(bound.isModified)
    #expect(bound.defaultValue == "default")
    try bound.reset()
    #expect(bound.value == "default")
    #expect(bound.reading.isModified == false)
  }

  @Test func `a toggle goes over, and from any other value to on`() throws {
    let bound = BoundControl(
      control(.toggle) {
        $0.on = "yes"
        $0.off = "no"
      }, in: try domain(["k": "odd"]))
    #expect(bound.isOn == nil)
    try bound.toggle()
    #expect(bound.value == "yes")
    try bound.toggle()
    #expect(bound.value == "no")
    try bound.step(by: 1)
    #expect(bound.isOn == true)
  }

  @Test func `a slider steps by a twentieth, finely by a hundredth, and stops at its ends`() throws
  {
    let bound = BoundControl(
      control(.slider) { $0.bounds = Bounds(minimum: 0, maximum: 2) }, in: try domain(["k": 1.0]))
    try bound.step(by: 3)
    #expect(bound.value == .real(1.3))
    try bound.step(by: -1, .fine)
    #expect(bound.value == .real(1.28))
    try bound.step(by: 1000)
    #expect(bound.value == .real(2))
    #expect(try bound.step(by: 1).isEmpty, "at the end nothing changes")
  }

  @Test func `a whole number steps by one or its own step, without overflow`() throws {
    let bound = BoundControl(
      control(.text) {
        $0.input.type = .integer
        $0.bounds = Bounds(minimum: 1, maximum: 10, step: 4)
      }, in: try domain(["k": 2]))
    try bound.step(by: 1)
    #expect(bound.value == 6)
    try bound.step(by: Int.max)
    #expect(bound.value == 10)
    try bound.step(by: Int.min)
    #expect(bound.value == 1)
  }

  @Test func `a choice steps to its neighbours and stays at the ends`() throws {
    let bound = BoundControl(
      control(.choice) { $0.choices = [Choice("A", value: "a"), Choice("B", value: "b")] },
      in: try domain())
    try bound.step(by: 1)
    #expect(bound.value == "a", "a value that is no choice goes to the first")
    try bound.step(by: 1)
    #expect(bound.currentChoice == 1)
    try bound.step(by: 5)
    #expect(bound.value == "b")
  }

  @Test func `a date steps by its interval`() throws {
    let start = Date(timeIntervalSince1970: 1000)
    let bound = BoundControl(
      control(.date) { $0.picker.minuteInterval = 15 }, in: try domain(["k": .date(start)]))
    try bound.step(by: 2)
    #expect(bound.value == .date(start.addingTimeInterval(1800)))
  }

  @Test func `conditions follow the values of other keys`() throws {
    let domain = try domain(registered: ["proxy": false])
    let bound = BoundControl(
      control(.text) {
        $0.enabledWhen = [Condition(key: "proxy", values: [true])]
        $0.visibleWhen = [Condition(key: "hidden", values: [true], isNegated: true)]
      }, in: domain)
    #expect(bound.disabledReason == "Title can be used when proxy is true.")
    #expect(bound.isVisible)
    try domain.apply(["proxy": true, "hidden": true])
    #expect(bound.isEnabled)
    #expect(!bound.isVisible)
  }

  @Test func `a row without a key has nothing to change`() throws {
    let bound = BoundControl(control(.text, key: nil), in: try domain())
    #expect(bound.value == nil)
    #expect(throws: StoreError.self) { try bound.set("x") }
  }

  @Test func `the defaults of a bundle are those of its controls, the first of a key`() {
    var first = control(.text)
    first.defaultValue = "one"
    var second = first
    second.defaultValue = "two"
    var elsewhere = control(.text, key: "other")
    elsewhere.defaultValue = 1
    let bundle = SettingsBundle(
      title: "T", domain: "a.b",
      panes: [
        Pane(file: "Root", title: "T", groups: [PaneGroup(controls: [first, second])]),
        Pane(
          file: "Child", title: "C", domain: "c.d", groups: [PaneGroup(controls: [elsewhere])]),
      ])
    #expect(bundle.registeredDefaults() == ["k": "one"])
    #expect(bundle.registeredDefaults(for: "c.d") == ["other": 1])
  }
}

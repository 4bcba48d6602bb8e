import Foundation
import Settee
import Testing

struct BoundControlTests {
  /// Returns an in-memory domain with the given values.
  private func domain(
    _ values: PropertyListDictionary = [:], registered: PropertyListDictionary = [:]
  ) throws -> Domain {
    try Domain(
      DomainName("org.example.test"), storage: MemoryStorage(values),
      options: DomainOptions(registered: registered))
  }

  private func control(
    _ content: ControlContent, key: String? = "k", _ change: (inout Control) -> Void = { _ in }
  ) -> Control {
    var control = Control(content, key: key, title: "Title")
    change(&control)
    return control
  }

  private func stepped(
    _ control: Control, _ value: PropertyList?, by count: Int, isFine: Bool = false
  ) throws -> PropertyList? { try control.stepped(value, by: count, isFine: isFine)?.get() }

  @Test func `the default is shown until a value is stored, and after a reset`() throws {
    let bound = BoundControl(
      control(.text) { $0.defaultValue = "default" }, in: try domain())
    #expect(bound.effective?.value == "default")
    #expect(bound.effective?.origin == .default)
    #expect(!bound.isModified)
    let made = try [bound.change(to: bound.parsed("mine"))].store()
    #expect(made.compactMap(\.?.new) == ["mine"])
    #expect(bound.effective?.value == "mine")
    #expect(bound.effective?.origin == .user)
    #expect(bound.isModified)
    #expect(bound.defaultValue == "default")
    try [bound.change(to: nil)].store()
    #expect(bound.effective?.value == "default")
    #expect(!bound.isModified)
  }

  @Test func `a value that violates a rule of the control or the code is not stored`() throws {
    let bound = BoundControl(
      control(.slider(Slider(bounds: Bounds(minimum: 0, maximum: 2)))), in: try domain()
    ) { $0 == .real(1) ? "has to be anything but 1" : nil }
    #expect(throws: StoreError.self) { try bound.change(to: 3) }
    do {
      _ = try bound.change(to: .real(1))
      Issue.record("the check in code was not applied")
    } catch let error as StoreError {
      #expect(error.message == "Title can't be 1: it has to be anything but 1")
    }
    try [bound.change(to: 2)].store()
    #expect(bound.effective?.value == 2)
  }

  @Test func `changes of several domains are stored together, each reported at its index`() throws {
    let (one, other) = (try domain(["k": "old"]), try domain())
    let first = BoundControl(control(.text), in: one)
    let second = BoundControl(control(.text), in: other)
    let changes = [
      try second.change(to: "new"), try first.change(to: "old"),
      ValidatedChange(unchecked: 1, at: SettingPath("elsewhere"), in: one),
    ]
    let wanted: [PropertyList?] = ["new", nil, 1]
    #expect(try changes.preview().map { $0?.new } == wanted)
    #expect(second.effective == nil)
    #expect(try changes.store().map { $0?.new } == wanted)
    #expect(second.effective?.value == "new")
  }

  @Test func `a rejection by one domain reverts the changes of the others`() throws {
    let (first, last) = (try domain(["k": "old"]), try DomainPlace())
    try last.write(
      DomainPlace.plist("<key>k</key><string>decided</string>"),
      to: "root/etc/settee/managed/\(DomainPlace.name).plist")
    let refusing = BoundControl(control(.text), in: try last.domain())
    let taken = BoundControl(control(.text), in: first)
    let changes = [try taken.change(to: "new"), try refusing.change(to: "new")]
    #expect(throws: DomainError.self) { try changes.store() }
    #expect(taken.effective?.value == "old")
  }

  @Test func `a slider steps by 1/20, finely by 1/100, and stops at its bounds`() throws {
    let slider = control(.slider(Slider(bounds: Bounds(minimum: 0, maximum: 2))))
    #expect(try stepped(slider, 1.0, by: 3) == .real(1.3))
    #expect(try stepped(slider, 1.3, by: -2, isFine: true) == .real(1.26))
    #expect(try stepped(slider, 1.26, by: 1000) == .real(2))
    #expect(throws: SetteeError.self) { try stepped(slider, 2.0, by: 1) }
    #expect(try stepped(control(.toggle), true, by: 1) == nil, "a toggle has no steps")
  }

  @Test(arguments: [0.005, 3.14159, 0.125, 1e-3, 12345.678, 0.1, -2.75])
  func `a decimal number keeps its digits when it steps up and down`(start: Double) throws {
    let number = control(.text(TextInput(type: .real)))
    let up = try stepped(number, .real(start), by: 1)
    #expect(up?.double.map { "\($0)" } == "\(Decimal(string: "\(start)").map { $0 + 1 } ?? 0)")
    #expect(try stepped(number, up, by: -1) == .real(start))
  }

  @Test func `an integer steps by one or its own step, without overflow`() throws {
    let number = control(.text(TextInput(type: .integer)))
    #expect(try stepped(number, 2, by: 1) == 3)
    #expect(throws: SetteeError.self) { try stepped(number, .bigInteger(.max), by: 1) }
    let bounds = Bounds(minimum: 1, maximum: 10, step: 4)
    let bound = control(.text(TextInput(type: .integer, bounds: bounds)))
    #expect(try stepped(bound, 2, by: 1) == 6)
    #expect(try stepped(bound, 6, by: Int.max) == 10)
    #expect(try stepped(bound, 10, by: Int.min) == 1)
  }

  @Test func `a row without a key can't be changed`() throws {
    let bound = BoundControl(control(.text, key: nil), in: try domain())
    #expect(bound.effective == nil)
    #expect(throws: StoreError.self) { try bound.change(to: "x") }
  }

  @Test func `the defaults of a bundle are the first defaults of its controls for each key`() {
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

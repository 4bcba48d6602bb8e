import Foundation
import Settee
import SetteeTerminal
import Testing

@testable import SetteeEditor

@Suite struct OwnSettingsTests {
  @Test func `values that are set are used, and others have their defaults`() {
    let none = OwnSettings { _ in nil }
    #expect(none.language == nil && none.themeName == nil && none.isNear == nil)
    #expect(none.usesMouse && !none.isStaged && !none.isPlain && none.keys.isEmpty)
    let values: PropertyListDictionary = [
      "look.language": "de", "look.colours": "contrast", "look.layout": "near",
      "look.characters": "ascii", "look.lineMode": .boolean(true), "keys.mouse": .boolean(false),
      "keys.escapeDelay": .integer(50), "edit.write": "staged",
      "keys.own": .array(["search: s /", "undo=z", "nonsense", " ", .integer(1)]),
    ]
    let own = OwnSettings { values[$0] }
    #expect(own.language == "de" && own.themeName == "contrast" && own.isNear == true)
    #expect(own.lettering == .ascii && own.isPlain && !own.usesMouse && own.isStaged)
    #expect(own.escapeDelay == 50)
    #expect(own.keys == ["search": " s /", "undo": "z", "nonsense": ""])
    let rebound = KeyMap.standard.rebinding(own.keys)
    #expect(rebound.map.command(for: "z", in: .rows) == .undo)
    #expect(rebound.map.command(for: "s", in: .rows) == .search)
    #expect(rebound.unknown == ["nonsense"])
  }

  @Test func `values of the wrong type are ignored`() {
    let own = OwnSettings { _ in .data(.init()) }
    #expect(own.language == nil && own.themeName == nil && own.usesMouse && own.keys.isEmpty)
    let wild = OwnSettings { _ in .integer(-1) }
    #expect(wild.escapeDelay == nil)
  }
}

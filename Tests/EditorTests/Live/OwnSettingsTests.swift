import Foundation
import Settee
import SetteeTerminal
import SetteeVerbs
import Testing

@testable import SetteeEditor

@Suite struct OwnSettingsTests {
  @Test func `values that are set are used, and others have their defaults`() throws {
    let none = try Store(OwnSettings.self, .inMemory).prefs
    #expect(none.look.language.isEmpty && none.look.themeName == nil && none.look.isNear == nil)
    #expect(none.keys.mouse && none.write == .now && !none.look.lineMode)
    #expect(none.keys.bindings.isEmpty && none.keys.escapeDelay == 25)
    let values: PropertyListDictionary = [
      "look.language": "de", "look.colours": "contrast", "look.layout": "near",
      "look.characters": "ascii", "look.lineMode": .boolean(true), "keys.mouse": .boolean(false),
      "keys.escapeDelay": .integer(50), "edit.write": "staged",
      "keys.own": .array(["search: s /", "undo=z", "nonsense", " ", .integer(1)]),
    ]
    let own = try Store(OwnSettings.self, .inMemory(values)).prefs
    #expect(own.look.language == "de" && own.look.themeName == "contrast")
    #expect(own.look.isNear == true && own.look.glyphs == .ascii && own.look.lineMode)
    #expect(!own.keys.mouse && own.write == .staged && own.keys.escapeDelay == 50)
    #expect(own.keys.bindings == ["search": " s /", "undo": "z", "nonsense": ""])
    let rebound = KeyMap.standard.rebinding(own.keys.bindings)
    #expect(rebound.map.command(for: "z", in: .rows) == .undo)
    #expect(rebound.map.command(for: "s", in: .rows) == .search)
    #expect(rebound.unknown == ["nonsense"])
  }

  @Test func `values of the wrong type are ignored`() throws {
    let keys = try Store(OwnSettings.self, .inMemory).keys
    func settings(_ value: PropertyList) throws -> OwnSettings {
      var values = PropertyListDictionary()
      for key in keys { values[key] = value }
      return try Store(OwnSettings.self, .inMemory(values)).prefs
    }
    let own = try settings(.data(.init()))
    #expect(own.look.language.isEmpty && own.look.themeName == nil)
    #expect(own.keys.mouse && own.keys.bindings.isEmpty)
    #expect(try settings(.integer(-1)).keys.escapeDelay == 25)
  }
}

import Foundation
import SetteeTestSupport
import Testing

@testable import Settee
@testable import SetteeStorage

private struct Inner: PreferenceSet { @Setting(.range(0...9)) var digit = 3 }
private struct Prefs: PreferenceSet {
  @Setting(.range(0...9)) var a = 1
  @Setting(.range(0...9)) var b = 2
  @Setting var text: String? = nil
  @SettingGroup var dotted = Inner()
  @SettingGroup(layout: .nested) var nested = Inner()
}

/// A store and a dictionary that must stay equal after each random step.
private struct StoreWalk {
  static let numbers: [SettingPath] = ["a", "b", "dotted.digit", SettingPath("nested", "digit")]
  static let defaults: [SettingPath: Int] = [
    "a": 1, "b": 2, "dotted.digit": 3, SettingPath("nested", "digit"): 3,
  ]

  let store: Store<Prefs>
  let neighbour: Domain
  let draft: SettingsDraft<Prefs>
  var model: [SettingPath: PropertyList] = [:]
  var drafted: [SettingPath: PropertyList] = [:]
  var random: SeededNumbers

  init(seed: UInt64) throws {
    let storage = MemoryStorage()
    store = try Store(
      Prefs.self, domain: "random",
      configuration: StoreConfiguration(location: .storage(storage), autosave: .immediate))
    neighbour = try Domain(DomainName("random"), storage: storage)
    draft = try store.draft()
    random = SeededNumbers(seed: seed)
  }

  private func setting(_ set: Prefs, _ path: SettingPath) -> Setting<Int> {
    switch path {
    case "a": set.$a
    case "b": set.$b
    case "dotted.digit": set.dotted.$digit
    default: set.nested.$digit
    }
  }

  /// Applies a random step to both, and returns its description.
  mutating func step() throws -> String {
    let path = Self.numbers[Int.random(in: 0..<4, using: &random)]
    let value = Int.random(in: -1...10, using: &random)
    let isValid = (0...9).contains(value)
    let stored = PropertyList.integer(Int64(value))
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1:
      setting(store.prefs, path).wrappedValue = value
      // The store doesn't write a value that is already in effect.
      if isValid, isWritten(value, at: path, over: model) { model[path] = stored }
      return "\(path) = \(value)"
    case 2:
      try setting(store.prefs, path).reset()
      model[path] = nil
      return "reset \(path)"
    case 3:
      let other = Self.numbers[Int.random(in: 0..<4, using: &random)]
      let before = model
      let first = current(path)
      do {
        try store.update {
          setting($0, path).wrappedValue = min(first + 1, 9)
          setting($0, other).wrappedValue = value
        }
        let next = min(first + 1, 9)
        if isWritten(next, at: path, over: model) { model[path] = .integer(Int64(next)) }
        if isWritten(value, at: other, over: model) { model[other] = stored }
        if !isValid { return "an invalid update went through" }
      } catch {
        model = before
        if isValid { return "a valid update failed: \(error)" }
      }
      return "update \(path), \(other) = \(value)"
    case 4:
      struct Stop: Error {}
      _ = try? store.update {
        setting($0, path).wrappedValue = 5
        throw Stop()
      }
      return "update that throws"
    case 5:
      if isValid {
        try setting(draft.prefs, path).set(value)
        let over = model.merging(drafted) { $1 }
        if isWritten(value, at: path, over: over) { drafted[path] = stored }
      }
      return "draft \(path) = \(value)"
    case 6:
      try draft.apply()
      model.merge(drafted) { $1 }
      drafted = [:]
      return "apply"
    case 7:
      draft.revert()
      drafted = [:]
      return "revert"
    case 8:
      try neighbour.apply(ChangeSet(path, stored))
      model[path] = stored
      return "elsewhere \(path) = \(value)"
    default:
      try store.reload()
      return "reload"
    }
  }

  /// Returns whether the store writes an assignment.
  ///
  /// It doesn't if the value is already in effect, unless the stored value is invalid for the
  /// setting.
  private func isWritten(
    _ value: Int, at path: SettingPath, over values: [SettingPath: PropertyList]
  )
    -> Bool
  {
    guard let stored = values[path]?.int else { return value != Self.defaults[path] }
    return stored != value || !(0...9).contains(stored)
  }

  /// Returns the setting's expected value according to the dictionary.
  func current(_ path: SettingPath) -> Int {
    guard let value = model[path]?.int, (0...9).contains(value) else {
      return Self.defaults[path] ?? 0
    }
    return value
  }

  /// Returns a description of the first difference, or nil if the store equals the dictionary.
  func difference() throws -> String? {
    let snapshot = store.snapshot()
    for path in Self.numbers {
      let wanted = current(path)
      if setting(store.prefs, path).wrappedValue != wanted {
        return "prefs.\(path) is not \(wanted)"
      }
      if setting(snapshot, path).wrappedValue != wanted {
        return "snapshot.\(path) is not \(wanted)"
      }
      let inDraft = drafted[path]?.int ?? wanted
      if setting(draft.prefs, path).wrappedValue != inDraft {
        return "draft.\(path) is not \(inDraft)"
      }
      let stored = try neighbour.values(in: .user).value(at: path)
      if stored != model[path] { return "\(path) is stored as \(shown(stored))" }
    }
    return nil
  }
}

@Suite struct RandomStoreTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `after 2,500 random steps, a store equals a dictionary`(seed: UInt64) throws {
    var machine = try StoreWalk(seed: seed)
    var steps: [String] = []
    for _ in 0..<2500 {
      steps.append(try machine.step())
      if let difference = try machine.difference() {
        Issue.record("\(difference) after step \(steps.count): \(steps.suffix(6))")
        return
      }
    }
  }
}

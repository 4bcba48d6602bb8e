import Settee

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EditorState {
  /// Begins to set a date; one that has no value yet begins with now.
  mutating func editDate(_ target: Target) -> [Effect] {
    let moment = moment(of: value(of: target), target.control)
    let field: CalendarMoment.Field = target.control.picker.mode == .time ? .hour : .year
    modes.append(
      .date(DateEditing(target: target, moment: moment ?? CalendarMoment(), field: field)))
    return moment == nil ? [.readClock] : []
  }

  /// The calendar's view of a value: the schema alone knows of time zones.
  private func moment(of value: PropertyList?, _ control: Control) -> CalendarMoment? {
    guard let value else { return nil }
    return CalendarMoment(control.text(of: value), control.picker.mode.fields)
  }

  /// Does what a command means for a date.
  mutating func perform(_ command: Command, _ editing: DateEditing) -> [Effect] {
    var editing = editing
    var isTaken = true
    switch command {
    case .keep: return keep(editing)
    case .cancel:
      modes.removeLast()
      return []
    case .stepUp: isTaken = editing.turn(by: 1)
    case .stepDown: isTaken = editing.turn(by: -1)
    case .caretLeft: isTaken = editing.moveField(by: -1)
    case .caretRight: isTaken = editing.moveField(by: 1)
    case .eraseBackward: if !editing.typed.isEmpty { editing.typed.removeLast() }
    case .now: return [.readClock]
    default: break
    }
    top = .date(editing)
    return isTaken ? [] : refuse(editing)
  }

  /// Says which numbers the field of a date has, after another was typed.
  private mutating func refuse(_ editing: DateEditing) -> [Effect] {
    let range = editing.moment.range(of: editing.field)
    let (least, most) = (String(range.lowerBound), String(range.upperBound))
    return fail(words(.notTaken, words(.allowedBetween, words(.allowedWhole), least, most)))
  }

  /// Types digits into the field of a date; a full field leads to the next.
  mutating func type(_ text: String, _ editing: DateEditing) -> [Effect] {
    var editing = editing
    var isTaken = true
    for character in KeyLayouts.plainNumber(text) where character.isWholeNumber && isTaken {
      isTaken = editing.type(character)
    }
    top = .date(editing)
    return isTaken ? [] : refuse(editing)
  }

  private mutating func keep(_ editing: DateEditing) -> [Effect] {
    var editing = editing
    guard editing.takeTyped() else {
      top = .date(editing)
      return refuse(editing)
    }
    let old = value(of: editing.target)
    if moment(of: old, editing.target.control) == editing.moment {
      modes.removeLast()
      return []
    }
    switch editing.target.control.parse(editing.moment.text(editing.fields)) {
    case .success(let value): return write(editing.target, value)
    case .failure(let refusal):
      top = .date(editing)
      return fail(words.refused(refusal, by: editing.target.control))
    }
  }

  /// Takes the time of the clock, for a date that is being set.
  mutating func take(clock: Date) {
    // The day and the time that it is here, whichever of them the row asks for.
    guard case .date(var editing) = mode,
      let now = moment(of: .date(clock), Control(.date))
    else { return }
    editing.moment = now
    editing.typed = ""
    top = .date(editing)
  }
}

extension DateEditing {
  // Each says whether the field has the number that was typed into it; one that it has not is
  // forgotten, as a month 13 is no December.

  mutating func turn(by count: Int) -> Bool {
    guard takeTyped() else { return false }
    moment.turn(field, by: count, interval: target.control.picker.minuteInterval)
    return true
  }

  mutating func moveField(by count: Int) -> Bool {
    guard takeTyped() else { return false }
    let place = (fields.firstIndex(of: field) ?? 0) + count
    field = fields[min(max(place, 0), fields.count - 1)]
    return true
  }

  mutating func type(_ digit: Character) -> Bool {
    typed.append(digit)
    guard typed.count >= (field == .year ? 4 : 2) else { return true }
    return field == fields.last ? takeTyped() : moveField(by: 1)
  }

  mutating func takeTyped() -> Bool {
    defer { typed = "" }
    guard let number = Int(typed) else { return true }
    guard moment.range(of: field).contains(number) else { return false }
    moment[field] = number
    return true
  }
}

import Settee
import SetteeTerminal

// The appearance of rows, including switches, numbers, sliders, choices, and the markers before
// titles.

extension EditorState {
  /// Returns the two markers that are shown before the title of a row.
  ///
  /// The first marker shows the state of the row, and the second shows whether its value hasn't
  /// been pushed.
  func markSpans(_ face: RowModel) -> [Span] {
    let marks = face.marks
    // Most rows have no marker, so get the symbols only if they are needed.
    let first: Span =
      if marks.contains(.fault) {
        Span(look.glyphs.fault, Style(.bad, .bold))
      } else if marks.contains(.managed) {
        Span(look.glyphs.managed, .managed)
      } else if marks.contains(.staged) {
        Span(look.glyphs.staged, .modified)
      } else if marks.contains(.changed) {
        Span(look.glyphs.changed, .modified)
      } else { Span(" ") }
    let second: Span =
      if marks.contains(.conflict) {
        Span(look.glyphs.fault, Style(.bad, .bold))
      } else if marks.contains(.unpushed) {
        Span(look.glyphs.unpushed, .unpushed)
      } else { Span(" ") }
    return [first, second]
  }

  /// Returns the radio button that is shown before a choice.
  func leadSpans(_ face: RowModel) -> [Span] {
    guard case .option(let isChosen) = face.form else { return [] }
    let ink: Foreground = face.marks.contains(.disabled) ? .off : isChosen ? .accent : .quiet
    return [Span(look.radio(isChosen), Style(ink), .activate), Span(" ")]
  }

  /// Returns the value of a row in the form of its control, such as a switch or a slider.
  func valueSpans(_ face: RowModel, room: Int) -> [Span] {
    let isDisabled = face.marks.contains(.disabled)
    let style = isDisabled ? Style.disabled : face.valueStyle
    let isFixed = isDisabled || face.marks.contains(.managed)
    let glyphs = look.glyphs
    var tail: [Span] = []
    if face.marks.contains(.restart) { tail.append(Span("  " + glyphs.restart, .quiet)) }
    if face.conflict != nil, frame.layout == .wide {
      tail += [Span("  "), Span(" \(words(.conflictWord)) ", Style(.bad, [.bold, .reverse]))]
    }
    let left = room - look.columns(of: tail)
    func text(_ room: Int) -> Span {
      Span(look.clip(face.value, to: max(room, 1)), style, .activate)
    }
    var spans: [Span]
    switch face.form {
    case .text:
      let swatch = look.lettering == .ascii ? nil : face.swatch
      spans =
        (swatch.map { [Span(glyphs.swatch + " ", $0)] } ?? [])
        + [text(swatch == nil ? left : left - 2)]
    case .secret, .button, .option, .problem: spans = [text(left)]
    case .toggle(let isOn): spans = switchSpans(face, isOn: isOn, style, glyphs)
    case .check(let isOn):
      let box = isOn ? glyphs.checked : glyphs.unchecked
      spans = [Span(box, isOn && !isDisabled ? .good : style, .activate)]
    case .stepper(let range):
      let range = range.isEmpty ? [] : [Span("  " + range, isDisabled ? .disabled : .quiet)]
      let less = Span(glyphs.less, .knob, .command(.decrease))
      let more = Span(glyphs.more, .knob, .command(.increase))
      let number = isFixed ? [text(left)] : [less, Span(" "), text(left - 16), Span(" "), more]
      spans = number + range
    case .slider(let slider):
      spans = sliderSpans(slider, Span(face.value, style), room: left, isDisabled: isDisabled)
    case .choice:
      spans = [text(left - 2)] + (isFixed ? [] : [Span(" " + glyphs.drop, .knob, .activate)])
    case .link:
      let link = Style(style.ink, on: style.surface, .underline)
      spans = [
        Span(look.clip(face.value, to: left - 3), link, .activate),
        Span(" " + glyphs.link, .quiet, .activate),
      ]
    case .pane, .list:
      let more = Span(glyphs.more, isDisabled ? .disabled : .knob, .activate)
      spans = face.value.isEmpty ? [more] : separated(text(left - 2)) + [Span(" "), more]
    }
    spans.removeAll { $0.text.isEmpty }
    return spans + tail
  }

  /// Returns the items of a list, between which the commas are less prominent.
  private func separated(_ value: Span) -> [Span] {
    let items = value.text.split(separator: ", ", omittingEmptySubsequences: false)
    return Array(
      items.map { [Span(String($0), value.style, value.press)] }
        .joined(separator: [Span(", ", .quiet, value.press)]))
  }

  /// Returns a switch that is equally wide when it is on and when it is off.
  ///
  /// Because of the constant width, the terminal redraws fewer cells when the user toggles the
  /// switch.
  private func switchSpans(
    _ face: RowModel, isOn: Bool?, _ valueStyle: Style, _ glyphs: Glyphs
  ) -> [Span] {
    guard let isOn else { return [Span(face.value, valueStyle, .activate)] }
    let isDisabled = face.marks.contains(.disabled)
    let widest = max(look.columns(of: words(.on)), look.columns(of: words(.off)))
    let blanks = String.blanks(max(widest - look.columns(of: face.value), 0))
    // Only the knob of a switch that is on has a color.
    let style = isDisabled ? Style.disabled : isOn ? Style(.good, .bold) : .quiet
    let (value, blank) = (Span(" " + face.value, valueStyle, .activate), Span(blanks))
    guard glyphs.on == glyphs.fill + glyphs.knob else {
      return [Span(isOn ? glyphs.on : glyphs.off, style, .activate), value, blank]
    }
    let knob = Span(glyphs.knob, style, .activate)
    let rail = Span(glyphs.fill, .rail, .activate)
    return isOn ? [rail, knob, value, blank] : [knob, rail, value, blank]
  }

  func sliderSpans(
    _ slider: SliderFace, _ value: Span, room: Int, isDisabled: Bool = false
  ) -> [Span] {
    let glyphs = look.glyphs
    let number = look.clip(value.text, to: max(room, 1))
    let padded = number + String(repeating: " ", count: max(5 - look.columns(of: number), 0))
    let range = slider.range(glyphs)
    let rail = min(room - 4 - look.columns(of: padded + range), room < 51 ? 16 : 20)
    var spans: [Span] = []
    if rail >= 5 {
      let knob = Int((slider.fraction * Double(rail - 1)).rounded())
      let filled = String(repeating: glyphs.fill, count: knob) + glyphs.knob
      let rest = String(repeating: glyphs.rail, count: rail - 1 - knob)
      spans = [
        Span(filled, isDisabled ? .disabled : .knob, .rail(0, of: rail)),
        Span(rest, .rail, .rail(knob + 1, of: rail)), Span("  "),
      ]
    }
    spans.append(Span(padded, value.style, .activate))
    if look.columns(of: padded + range) + 2 <= room { spans.append(Span("  " + range, .quiet)) }
    return spans
  }
}

extension SliderFace {
  /// The limits as text, such as `10–24`.
  func range(_ glyphs: Glyphs) -> String {
    ValueFormatter.plain(low) + glyphs.dash + ValueFormatter.plain(high)
  }
}

import Settee

// The screen of the demo as lines of text, independent of any terminal.

extension DemoProgram {
  private static let columns = 44, rows = 9
  static let keys = "p previews  + - size  s sort  v V volume  h j k l move  r reset  q quit"

  /// Returns the lines of the demo's screen, which show the settings with their origins, the
  /// rectangle, and the key hints.
  static func lines(_ store: Store<MailPrefs>, news: String) -> [String] {
    var lines = ["Settee demo: \(store.domain.name)", ""]
    lines += store.controls.map(row)
    lines += [""] + rectangle(store.prefs.frame) + [""]
    return lines + [news, "", keys]
  }

  private static func row(_ control: BoundControl) -> String {
    let effective = control.effective
    let title = control.control.label.padded(to: 18)
    let text = SafeText.line(control.control.text(of: effective?.value)).padded(to: 26)
    return "  \(title)\(text) \((effective?.origin ?? .none).rawValue)"
  }

  private static func rectangle(_ frame: MailPrefs.Frame) -> [String] {
    let left = Int(frame.x.clamped(to: 0...Float(columns - 2)))
    let top = Int(frame.y.clamped(to: 0...Float(rows - 2)))
    let right = min(columns - 1, left + max(1, Int(frame.width.clamped(to: 1...Float(columns)))))
    let bottom = min(rows - 1, top + max(1, Int(frame.height.clamped(to: 1...Float(rows)))))
    return (0..<rows).map { row in
      let line = (0..<columns).map { column -> Character in
        let isSide = (column == left || column == right) && (top...bottom).contains(row)
        let isEdge = (row == top || row == bottom) && (left...right).contains(column)
        return isSide && isEdge ? "+" : isSide ? "|" : isEdge ? "-" : "."
      }
      return "  " + String(line)
    }
  }
}

extension Float {
  /// Returns the number in a range that is nearest to this number, because the saved rectangle can
  /// have any values.
  fileprivate func clamped(to range: ClosedRange<Float>) -> Float {
    isNaN ? range.lowerBound : min(max(self, range.lowerBound), range.upperBound)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    count >= width ? self + " " : self + String(repeating: " ", count: width - count)
  }
}

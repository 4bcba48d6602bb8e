extension Control {
  /// A warning about a text that will be stored all the same; nil when there is nothing to say.
  ///
  /// `KeyboardType` says what is expected; no device refuses anything else, and neither do we.
  public func advice(on text: String) -> String? {
    if let patternFault {
      return "its pattern cannot be read and holds nothing back: \(patternFault)"
    }
    guard kind == .text || kind == .textview, input.type == .string, !text.isEmpty else {
      return nil
    }
    switch input.keyboard {
    case .numberPad where !text.allSatisfy(\.isNumber): return "a number is expected"
    case .decimalPad where Double(text) == nil: return "a number is expected"
    case .emailAddress where !text.contains("@"): return "an address with an @ is expected"
    default: return nil
    }
  }

  /// What is wrong with the pattern of the row's rules; nil when it can be read, or there is none.
  package var patternFault: String? {
    guard let pattern = rules.pattern else { return nil }
    do throws(PatternError) { _ = try Pattern(pattern) } catch { return error.message }
    return nil
  }
}

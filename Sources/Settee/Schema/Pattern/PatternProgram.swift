/// A regular expression as steps, run on all ways through it at once.
///
/// Every character of the text is looked at once, with the set of steps that can be reached; no
/// text makes it go back.
struct PatternProgram: Sendable {
  private enum Step: Sendable {
    case character(PatternExpression.CharacterSet)
    case start
    case end
    case fork(Int, Int)
    case jump(Int)
    case done
  }

  private static let mostSteps = 5000
  private var steps: [Step] = []
  private let ignoresCase: Bool

  init(_ expression: PatternExpression, ignoresCase: Bool) throws(PatternError) {
    self.ignoresCase = ignoresCase
    try emit(expression)
    steps.append(.done)
  }

  /// Whether all of the text matches.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var current = StepSet(count: steps.count)
    reach(0, at: 0, of: scalars.count, in: &current)
    for (index, scalar) in scalars.enumerated() {
      guard !current.members.isEmpty else { return false }
      var next = StepSet(count: steps.count)
      for step in current.members {
        guard case .character(let set) = steps[step], takes(set, scalar) else { continue }
        reach(step + 1, at: index + 1, of: scalars.count, in: &next)
      }
      current = next
    }
    return current.contains(steps.count - 1)
  }

  private func takes(_ set: PatternExpression.CharacterSet, _ scalar: Unicode.Scalar) -> Bool {
    if set.contains(scalar.value) { return true }
    guard ignoresCase else { return false }
    let other = scalar.properties.lowercaseMapping + scalar.properties.uppercaseMapping
    return other.unicodeScalars.contains { set.contains($0.value) }
  }

  /// Adds a step and all that can be reached from it without a character.
  private func reach(_ first: Int, at index: Int, of count: Int, in set: inout StepSet) {
    var waiting = [first]
    while let step = waiting.popLast() {
      guard set.insert(step) else { continue }
      switch steps[step] {
      case .fork(let a, let b): waiting += [a, b]
      case .jump(let target): waiting.append(target)
      case .start: if index == 0 { waiting.append(step + 1) }
      case .end: if index == count { waiting.append(step + 1) }
      case .character, .done: break
      }
    }
  }

  private mutating func emit(_ expression: PatternExpression) throws(PatternError) {
    guard steps.count < Self.mostSteps else { throw PatternError("it repeats too much") }
    switch expression {
    case .nothing: break
    case .character(let set): steps.append(.character(set))
    case .start: steps.append(.start)
    case .end: steps.append(.end)
    case .sequence(let parts): for part in parts { try emit(part) }
    case .either(let parts): try emit(either: parts)
    case .repeated(let part, let least, let most): try emit(part, least: least, most: most)
    }
  }

  private mutating func emit(either parts: [PatternExpression]) throws(PatternError) {
    var jumps: [Int] = []
    for (index, part) in parts.enumerated() {
      guard index < parts.count - 1 else { try emit(part); break }
      let fork = reserve()
      try emit(part)
      jumps.append(reserve())
      steps[fork] = .fork(fork + 1, steps.count)
    }
    for jump in jumps { steps[jump] = .jump(steps.count) }
  }

  private mutating func emit(
    _ part: PatternExpression, least: Int, most: Int?
  ) throws(PatternError) {
    for _ in 0..<least { try emit(part) }
    guard let most else {
      let fork = reserve()
      try emit(part)
      steps.append(.jump(fork))
      steps[fork] = .fork(fork + 1, steps.count)
      return
    }
    var forks: [Int] = []
    for _ in least..<max(least, most) {
      forks.append(reserve())
      try emit(part)
    }
    for fork in forks { steps[fork] = .fork(fork + 1, steps.count) }
  }

  /// A place for a step whose target is not known yet.
  private mutating func reserve() -> Int {
    steps.append(.jump(0))
    return steps.count - 1
  }
}

/// The steps that can be reached at one place of the text.
private struct StepSet {
  private var flags: [Bool]
  private(set) var members: [Int] = []

  init(count: Int) { flags = Array(repeating: false, count: count) }

  func contains(_ step: Int) -> Bool { flags[step] }

  /// Adds a step; false when it is there already.
  mutating func insert(_ step: Int) -> Bool {
    guard !flags[step] else { return false }
    flags[step] = true
    members.append(step)
    return true
  }
}

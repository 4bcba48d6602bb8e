// This folder: regular expressions for `SetteePattern`: parsed to a tree, made a program of steps, run
// on all ways at once.

/// A regular expression that a whole text has to match, in time in proportion to its length.
///
/// The syntax is the common part of what people write: literals, `.`, classes (`[a-z]`, `\d`, `\w`,
/// `\s` and their opposites), groups, `|`, `*`, `+`, `?`, `{m,n}`, `^`, `$`, and `(?i)` at the
/// start. What it takes means what it means to PCRE and ICU; all else is refused: look-around and
/// back-references because with them no expression can be matched without the risk of minutes.
package struct Pattern: Sendable {
  private static let longest = 10_000
  private static let mostSteps = 5000
  /// About 60 ms; texts that people type need a thousandth of it.
  private static let mostWork = 2_000_000

  /// What is run on all ways through it at once: no text makes it go back.
  private enum Step: Sendable {
    case character(Int)
    case start
    case end(beforeBreak: Bool)
    case fork(Int, Int)
    case jump(Int)
    case done
  }

  private var steps: [Step] = []
  private let sets: [PatternSet]
  /// How many parts were written, empty ones too, which repeats of repeats multiply as others.
  private var parts = 0

  package init(_ text: String) throws(PatternError) {
    guard text.utf8.count <= Self.longest else {
      throw PatternError("it is longer than \(Self.longest) bytes")
    }
    var parser = PatternParser(text)
    let expression = try parser.expression()
    sets = parser.sets
    try emit(expression)
    steps.append(.done)
  }

  /// Whether all of the text matches; nil where the text is too long for so wide an expression.
  package func matches(_ text: String) -> Bool? {
    let scalars = Array(text.unicodeScalars)
    var (current, next) = (StepSet(count: steps.count), StepSet(count: steps.count))
    var work = 0
    reach(0, at: 0, of: scalars, in: &current)
    for (index, scalar) in scalars.enumerated() {
      work += current.members.count + sets.count
      if current.members.isEmpty { return false }
      if work > Self.mostWork { return nil }
      next.removeAll()
      var verdicts = [Bool?](repeating: nil, count: sets.count)
      for step in current.members {
        guard case .character(let set) = steps[step] else { continue }
        let isIn = verdicts[set] ?? sets[set].contains(scalar)
        verdicts[set] = isIn
        if isIn { reach(step + 1, at: index + 1, of: scalars, in: &next) }
      }
      swap(&current, &next)
    }
    return current.contains(steps.count - 1)
  }

  /// Adds a step and all that can be reached from it without a character.
  private func reach(
    _ first: Int, at index: Int, of text: [Unicode.Scalar], in set: inout StepSet
  ) {
    set.waiting.append(first)
    while let step = set.waiting.popLast() {
      guard set.insert(step) else { continue }
      switch steps[step] {
      case .fork(let a, let b):
        set.waiting.append(a)
        set.waiting.append(b)
      case .jump(let target): set.waiting.append(target)
      case .start: if index == 0 { set.waiting.append(step + 1) }
      case .end(let beforeBreak):
        let isLastBreak =
          beforeBreak && index == text.count - 1 && !PatternSet.any.contains(text[index])
        if index == text.count || isLastBreak { set.waiting.append(step + 1) }
      case .character, .done: break
      }
    }
  }

  private mutating func emit(_ expression: PatternExpression) throws(PatternError) {
    parts += 1
    guard max(parts, steps.count) < Self.mostSteps else {
      throw PatternError("it repeats too much")
    }
    switch expression {
    case .character(let set): steps.append(.character(set))
    case .start: steps.append(.start)
    case .end(let beforeBreak): steps.append(.end(beforeBreak: beforeBreak))
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

/// What is wrong with a regular expression: a part of a sentence.
package struct PatternError: Error, Equatable {
  package let message: String

  init(_ message: String) { self.message = message }
}

/// The steps that can be reached at one place of the text.
private struct StepSet {
  private var flags: [Bool]
  private(set) var members: [Int] = []
  /// The steps whose followers are still to be added.
  var waiting: [Int] = []

  init(count: Int) { flags = Array(repeating: false, count: count) }

  func contains(_ step: Int) -> Bool { flags[step] }

  mutating func insert(_ step: Int) -> Bool {
    guard !flags[step] else { return false }
    flags[step] = true
    members.append(step)
    return true
  }

  mutating func removeAll() {
    for step in members { flags[step] = false }
    members.removeAll(keepingCapacity: true)
  }
}

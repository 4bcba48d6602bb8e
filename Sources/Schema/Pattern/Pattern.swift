import SetteeValues

// The files in this folder implement the regular expressions that bundles specify with
// `SetteePattern`. They are parsed to a tree, compiled to an NFA, and matched by tracking all
// states in parallel.

/// A regular expression that must match an entire text and that takes linear time to match.
///
/// The supported elements are literals, `.`, classes (`[a-z]`, `\d`, `\w`, `\s` and their
/// negations), groups, `|`, `*`, `+`, `?`, `{m,n}`, `^`, `$`, and `(?i)` at the start. They have
/// the same meaning as in PCRE and ICU. Everything else is an error, including lookaround and
/// backreferences, which can't be matched in linear time.
package struct Pattern: Sendable {
  private static let longest = 10_000
  private static let mostSteps = 5000
  /// The maximum amount of work for matching a text, which takes about 60 ms.
  ///
  /// Matching typical text takes about a thousandth of the maximum amount of work.
  private static let mostWork = 2_000_000

  /// An instruction of the NFA.
  ///
  /// All possible states of the match are followed at the same time, which avoids backtracking.
  private enum Instruction: Sendable {
    case character(Int)
    case start
    case end(beforeBreak: Bool)
    case fork(Int, Int)
    case jump(Int)
    case done
  }

  private var steps: [Instruction] = []
  private let sets: [CharacterClass]
  /// The number of parts into which the regular expression has been divided.
  ///
  /// Empty parts count too, because nested repetitions also multiply them.
  private var parts = 0

  package init(_ text: String) throws {
    guard text.utf8.count <= Self.longest else {
      throw SetteeError(.invalid, "longer than \(Self.longest) bytes")
    }
    var parser = PatternParser(text)
    let expression = try parser.expression()
    sets = parser.sets
    try emit(expression)
    steps.append(.done)
  }

  /// Returns the error in a regular expression, or `nil` if it is valid.
  package static func fault(in text: String) -> String? {
    do { _ = try Pattern(text) } catch { return SetteeError(error).message }
    return nil
  }

  /// Returns whether the regular expression matches an entire text, or `nil` if matching takes too
  /// long.
  package func matches(_ text: String) -> Bool? {
    let scalars = Array(text.unicodeScalars)
    var (current, next) = (StateSet(count: steps.count), StateSet(count: steps.count))
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

  /// Adds a state of the match, and all states that follow it without reading another character.
  private func reach(
    _ first: Int, at index: Int, of text: [Unicode.Scalar], in set: inout StateSet
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
          beforeBreak && index == text.count - 1 && !CharacterClass.any.contains(text[index])
        if index == text.count || isLastBreak { set.waiting.append(step + 1) }
      case .character, .done: break
      }
    }
  }

  private mutating func emit(_ expression: PatternExpression) throws {
    parts += 1
    guard max(parts, steps.count) < Self.mostSteps else {
      throw SetteeError(.invalid, "too many repetitions")
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

  private mutating func emit(either parts: [PatternExpression]) throws {
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
  ) throws {
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

  /// Reserves space for an instruction that is filled in when its target is known.
  private mutating func reserve() -> Int {
    steps.append(.jump(0))
    return steps.count - 1
  }
}

/// The set of states in which the match can be at a position in the text.
private struct StateSet {
  private var flags: [Bool]
  private(set) var members: [Int] = []
  /// The states for which the following states still have to be added.
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

import Settee
import Synchronization

/// What a run says of damaged files and the like on standard error: each sentence once, at once, or
/// when the screen is free again.
final class ToldIssues: Sendable {
  private struct State {
    var told: Set<String> = []
    var waiting: [String] = []
    var isHeld = false
  }

  private let program: String
  private let state = Mutex(State())

  init(program: String) {
    self.program = program
    IssueTeller.tell { self.tell($0) }
  }

  /// Says what went wrong in a domain that was opened before the run.
  func tell(_ domain: Domain) { for issue in domain.issues { tell(issue) } }

  /// Keeps what is to be said: the screen is in use.
  func hold() { state.withLock { $0.isHeld = true } }

  /// Says what was kept.
  func release() {
    let waiting = state.withLock { state in
      state.isHeld = false
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach(say)
  }

  private func tell(_ issue: DomainIssue) {
    let isNow = state.withLock { state in
      // What is damaged after this is damaged anew.
      if issue.kind == .restored || issue.kind == .setAside { state.told = [] }
      guard state.told.insert(issue.message).inserted else { return false }
      if state.isHeld { state.waiting.append(issue.message) }
      return !state.isHeld
    }
    if isNow { say(issue.message) }
  }

  private func say(_ sentence: String) { Console.say(sentence, of: program) }
}

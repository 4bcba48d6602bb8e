/// Pauses between tries that grow, each with a random part, so that many devices do not come back
/// all at once.
struct Backoff {
  private var step: Double
  private let most: Double

  /// Begins with a short pause.
  ///
  /// - Parameters:
  ///   - first: The first pause in seconds, at the most.
  ///   - most: No pause is longer.
  init(first: Double = 0.05, most: Double = 2) {
    step = first
    self.most = most
  }

  /// The next pause in seconds: between half of the step and all of it.
  mutating func next() -> Double {
    defer { step = min(step * 2, most) }
    return step * Double.random(in: 0.5...1)
  }
}

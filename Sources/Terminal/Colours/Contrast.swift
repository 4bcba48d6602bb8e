/// The contrast that roles are to have with what they stand on.
package enum Contrast {
  /// A pair of an ink and a surface, and the least that will do.
  private static let pairs: [(Ink, Surface, Double)] = {
    let readable: [(Ink, [Surface])] = [
      (.text, [.side, .sheet, .bar, .field, .band]), (.accent, [.page, .sheet, .side]),
      (.good, [.page, .sheet]), (.warn, [.page, .bar, .side, .sheet]),
      (.note, [.page, .bar, .side, .sheet]), (.bad, [.page, .sheet, .side]),
      (.held, [.page, .sheet, .side]), (.quiet, [.page, .sheet, .side]),
    ]
    var pairs: [(Ink, Surface, Double)] = [(.text, .page, 7), (.line, .page, 1.4)]
    for (ink, surfaces) in readable { pairs += surfaces.map { (ink, $0, 4.5) } }
    pairs += HuedInk.all.map { ($0.role, .band, 3) } + [.page, .sheet].map { (.off, $0, 3) }
    return pairs
  }()

  /// Every pair that is used, with its contrast and the one that it should have.
  package static func ratios(
    _ colours: Colours
  ) -> [(ink: Ink, surface: Surface, ratio: Double, target: Double)] {
    pairs.filter { $0.1 != .band || !colours.isBandReversed }.map {
      ($0.0, $0.1, colours[$0.0].contrast(with: colours[$0.1]), $0.2)
    }
  }
}

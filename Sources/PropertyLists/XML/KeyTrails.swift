/// The ways that small dictionaries of a file go from key to key.
///
/// The elements of a pane are written with the same few keys in the same few orders. Behind the keys
/// that came before, the bytes of a `<key>` tell its text, and what it is to those keys, without
/// reading it again.
struct KeyTrails {
  /// A key that was met behind those on the way to it.
  private struct Stop {
    /// `<key>…</key>` as it stands in the file.
    let element: UnsafeBufferPointer<UInt8>
    let text: String
    let step: KeyRun.Step
    /// The keys up to this one.
    let run: KeyRun
    /// The stop that was last met behind this one, 0 for none.
    var next = 0
    /// Another stop behind the same keys, 0 for none.
    var other = 0
  }

  /// So many stops; a file with more sorts of dictionaries is read as if there were none.
  private static let most = 64
  /// So many of them behind one, which are looked at one after the other.
  private static let mostBehindOne = 8

  private var stops = [
    Stop(element: UnsafeBufferPointer(start: nil, count: 0), text: "", step: .isNew, run: KeyRun())
  ]

  /// Before the first key of a dictionary.
  static let start = 0

  /// The stop behind another whose element stands at a place of the text; nil for a new one.
  @inline(__always)
  func next(behind stop: Int, in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
    var next = stops[stop].next
    while next != 0 {
      let element = stops[next].element
      if start + element.count <= text.count,
        UnsafeBufferPointer(rebasing: text[start..<(start + element.count)]).isSame(as: element)
      {
        return next
      }
      next = stops[next].other
    }
    return nil
  }

  /// The key of a stop, and what it is to those before it.
  @inline(__always)
  func key(at stop: Int) -> (key: String, step: KeyRun.Step) {
    (stops[stop].text, stops[stop].step)
  }

  /// How many bytes the element of a stop has.
  @inline(__always)
  func length(at stop: Int) -> Int { stops[stop].element.count }

  /// The keys up to a stop.
  func run(to stop: Int) -> KeyRun { stops[stop].run }

  /// Adds a stop behind another; nil when there are enough.
  mutating func add(
    _ element: UnsafeBufferPointer<UInt8>, _ text: String, _ step: KeyRun.Step, _ run: KeyRun,
    behind stop: Int
  ) -> Int? {
    guard stops.count < Self.most, count(behind: stop) < Self.mostBehindOne else { return nil }
    let other = stops[stop].next
    stops[stop].next = stops.count
    stops.append(Stop(element: element, text: text, step: step, run: run, other: other))
    return stops.count - 1
  }

  private func count(behind stop: Int) -> Int {
    var count = 0
    var next = stops[stop].next
    while next != 0 { (count, next) = (count + 1, stops[next].other) }
    return count
  }
}

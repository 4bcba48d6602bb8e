import Settee

/// What a verb is about to change in an app: for each domain, places and their new values.
struct Change {
  private let call: Call
  private let app: App
  private var places: [Place] = []
  private var stays: Set<Int> = []
  private var sets: [String: ChangeSet] = [:]

  init(_ app: App, _ call: Call) {
    self.app = app
    self.call = call
  }

  /// Adds a place; a nil value unsets it.
  mutating func put(_ place: Place, _ value: PropertyList?) {
    places.append(place)
    sets[place.domain.name.text, default: ChangeSet()][place.path] = value
  }

  /// Adds a place only to tell that it stays as it is.
  mutating func leave(_ place: Place) {
    stays.insert(places.count)
    places.append(place)
  }

  /// The layer that is written.
  var layer: WritableLayer { call.layer }

  /// Makes the change, or with `--dry-run` only looks what it would be; one commit a domain.
  func commit() throws -> [Report] {
    var changes: [String: [LeafPath: KeyChange]] = [:]
    // All domains are asked first, so that what one refuses leaves the others as they were too.
    for domain in app.domains {
      guard let set = sets[domain.name.text] else { continue }
      changes[domain.name.text] = try domain.preview(set, to: layer).byPath
    }
    if !call.has("dry-run") {
      for domain in app.domains {
        guard let set = sets[domain.name.text] else { continue }
        changes[domain.name.text] = try domain.apply(set, to: layer).byPath
      }
    }
    return places.enumerated().map { index, place in
      if stays.contains(index) { return Report(place, stays: place.effective?.value) }
      if let made = changes[place.domain.name.text]?[place.path] {
        return Report(made, at: place)
      }
      return Report(place, stays: place.stored(in: layer))
    }
  }

  /// Says of each place when what was written does not count, because another layer hides it.
  func sayWhatIsHidden() {
    guard !call.has("dry-run") else { return }
    for (index, place) in places.enumerated() where !stays.contains(index) {
      guard let other = place.domain.layer(hiding: place.path, in: layer) else { continue }
      let file = other.path.map { ": \($0)" } ?? ""
      call.console.say(
        "\(place.key) was written, but the value that counts still comes from the \(other.origin.rawValue) layer\(file)."
      )
    }
  }
}

extension [KeyChange] {
  /// The changes by their places, each of which is given once.
  fileprivate var byPath: [LeafPath: KeyChange] {
    Dictionary(map { ($0.path, $0) }) { first, _ in first }
  }
}

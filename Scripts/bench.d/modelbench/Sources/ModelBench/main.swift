// Benchmarks typed settings against a dictionary with a lock and against UserDefaults.
import Foundation
import Settee
import Synchronization

struct Prefs: PreferenceSet {
  @Setting var count = 1
  @Setting var name = "none"
}

/// Returns the shortest time of a call in several rounds, in nanoseconds.
func nanoseconds(_ calls: Int, _ body: () -> Void) -> Double {
  var least = Double.infinity
  for _ in 0..<7 {
    let start = ContinuousClock.now
    for _ in 0..<calls { body() }
    let time = start.duration(to: .now)
    let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    least = min(least, seconds * 1e9 / Double(calls))
  }
  return least
}

func row(_ name: String, _ ours: String, _ peer: String, _ ratio: String, _ target: String, _ isMet: Bool) {
  print([name, ours, peer, ratio, target, isMet ? "met" : "missed"].joined(separator: "\t"))
}

let store = try Store(Prefs.self, domain: "org.example.bench")
store.prefs.count = 2
try store.flush()
var sum = 0
let read = nanoseconds(1_000_000) { sum &+= store.prefs.count }
let readText = nanoseconds(1_000_000) { sum &+= store.prefs.name.utf8.count }

let locked = Mutex<[String: any Sendable]>(["count": 2, "name": "none"])
let dictionary = nanoseconds(1_000_000) {
  sum &+= locked.withLock { $0["count"] as? Int } ?? 0
}

let defaults = UserDefaults(suiteName: "org.example.bench")!
let peer = nanoseconds(20_000) { sum &+= defaults.integer(forKey: "count") }

func one(_ value: Double, _ unit: String) -> String { String(format: "%.1f %@", value, unit) }
row(
  "model: typed hot read, dictionary behind a lock", one(read, "ns"), one(dictionary, "ns"),
  String(format: "%.2fx", read / dictionary), "<= 3x", read <= 3 * dictionary)
row(
  "model: typed hot read of text, dictionary behind a lock", one(readText, "ns"),
  one(dictionary, "ns"), String(format: "%.2fx", readText / dictionary), "<= 3x",
  readText <= 3 * dictionary)
row(
  "model: typed hot read, UserDefaults", one(read, "ns"), one(peer, "ns"),
  String(format: "%.0fx", peer / read), ">= 20x", peer >= 20 * read)

if sum == 42 { print("") }

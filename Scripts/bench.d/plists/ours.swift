import Foundation

/// Benchmarks the codec: `plists-ours FILE` prints the minimum of many runs in milliseconds.
@main enum Bench {
  static func main() throws {
    let xml = Array(try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
    var least = Duration.seconds(1000)
    for _ in 0..<60 {
      least = min(least, try ContinuousClock().measure { _ = try PropertyList(reading: xml) })
    }
    print(Double(least.components.attoseconds) / 1e15)
  }
}

import Foundation

/// Benchmarks Foundation: `plists-foundation FILE` prints `name<TAB>milliseconds` lines.
@main enum Bench {
  static func main() throws {
    let xml = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let value = try read(xml)
    try time("xml-read") { _ = try read(xml) }
    try time("xml-write") {
      _ = try PropertyListSerialization.data(fromPropertyList: value, format: .xml, options: 0)
    }
  }

  static func read(_ data: Data) throws -> Any {
    try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
  }

  static func time(_ name: String, _ work: () throws -> Void) rethrows {
    var least = Duration.seconds(1000)
    for _ in 0..<3 { least = min(least, try ContinuousClock().measure(work)) }
    print("\(name)\t\(Double(least.components.attoseconds) / 1e15)")
  }
}

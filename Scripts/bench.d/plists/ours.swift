import Foundation

/// Benchmarks the codec: `plists-ours FILE` prints `name<TAB>milliseconds` lines, the minimum of many runs.
@main enum Bench {
  static func main() throws {
    let xml = Array(try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
    let value = try PropertyList(reading: xml)
    let binary = try value.binary()
    if CommandLine.arguments.count > 2 {
      try Data(binary).write(to: URL(filePath: CommandLine.arguments[2]))
    }
    try time("xml-read") { _ = try PropertyList(reading: xml) }
    try time("xml-read-places") { _ = try PropertyListDocument(reading: xml) }
    try time("xml-write") { _ = try value.xml() }
    try time("binary-read") { _ = try PropertyList(reading: binary) }
    try time("binary-write") { _ = try value.binary() }
  }

  static func time(_ name: String, _ work: () throws -> Void) rethrows {
    var least = Duration.seconds(1000)
    for _ in 0..<60 {
      let took = try ContinuousClock().measure(work)
      least = min(least, took)
    }
    print("\(name)\t\(Double(least.components.attoseconds) / 1e15)")
  }
}

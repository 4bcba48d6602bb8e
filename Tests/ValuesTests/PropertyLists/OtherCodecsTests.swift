import Foundation
import SetteeValues
import SetteeTestSupport
import Testing

/// Converts random values and real files between this codec, plistlib, and plistutil.
///
/// Python's plistlib and libplist's plistutil are independent of Foundation.
@Suite struct OtherCodecsTests {
  /// Returns the values that each codec converts: random values, then values from real bundles.
  private static func values() -> [(name: String, value: PropertyList)] {
    var generator = Generator(seed: GeneratedTests.seed &+ 7)
    let made = (0..<200).map { number in
      ("value \(number) of SETTEE_SEED=\(GeneratedTests.seed)", generator.value().forOthers)
    }
    let real = Corpus.files.compactMap { path, bytes in
      (try? PropertyListDocument(reading: bytes).value.forOthers).map { (path, $0) }
    }
    return made + real
  }

  @Test(.enabled(if: Oracles.python, "NOTE: no python3: plistlib was not asked"))
  func `plistlib and this codec read each other's files`() throws {
    try roundTrips(with: "plistlib") { folder in
      // Pass fmt=None so that plistlib detects the format.
      try Oracles.run([
        "python3", "-c",
        """
        import glob, plistlib, sys
        for path in glob.glob(sys.argv[1] + '/*.in'):
            with open(path, 'rb') as file: value = plistlib.load(file)
            with open(path + '.xml', 'wb') as file: plistlib.dump(value, file, sort_keys=False)
            with open(path + '.bin', 'wb') as file:
                plistlib.dump(value, file, fmt=plistlib.FMT_BINARY)
        """, folder,
      ])
    }
  }

  @Test(.enabled(if: Oracles.plistutil, "NOTE: no plistutil: libplist was not asked"))
  func `plistutil and this codec read each other's files`() throws {
    try roundTrips(with: "plistutil") { folder in
      try Oracles.run([
        "sh", "-c",
        """
        for path in "$1"/*.in; do
          plistutil -i "$path" -f xml -o "$path.xml" && plistutil -i "$path" -f bin -o "$path.bin" ||
            exit 1
        done
        """, "sh", folder,
      ])
    }
  }

  /// Writes each value in both formats, lets the other codec convert each file into both formats,
  /// and reads the results.
  private func roundTrips(with oracle: String, _ convert: (String) throws -> Bool) throws {
    let scratch = try Folder()
    let folder = URL(filePath: scratch.path)
    let values = Self.values()
    for (number, item) in values.enumerated() {
      try Data(item.value.xml()).write(to: folder.appending(path: "\(number)x.in"))
      try Data(item.value.binary()).write(to: folder.appending(path: "\(number)b.in"))
    }
    #expect(try convert(folder.path), "\(oracle) refused a file")
    for (number, item) in values.enumerated() {
      for ours in ["x", "b"] {
        for theirs in ["xml", "bin"] {
          let path = folder.appending(path: "\(number)\(ours).in.\(theirs)")
          let back = try PropertyList(reading: Array(Data(contentsOf: path)))
          guard back != item.value else { continue }
          Issue.record("\(oracle): \(ours) to \(theirs): \(item.name): \(item.value) is \(back)")
          return
        }
      }
    }
  }
}

/// The other programs, if they are installed.
private enum Oracles {
  static let python = (try? run(["python3", "-c", "import plistlib"])) == true
  static let plistutil = (try? run(["sh", "-c", "command -v plistutil >/dev/null"])) == true

  static func run(_ words: [String]) throws -> Bool {
    try RunningProcess(["/usr/bin/env"] + words).end().code == 0
  }
}

extension PropertyList {
  /// The value restricted to what all codecs support.
  ///
  /// XML 1.0 has no control characters, Python's dates support the years 1 to 9999, libplist prints
  /// real numbers with fewer digits, and neither supports negative zero.
  fileprivate var forOthers: PropertyList {
    switch self {
    case .date: .date(Date(timeIntervalSinceReferenceDate: 86_400))
    case .string(let text): .string(text.forOthers)
    case .real: .real(0.25)
    case .array(let values): .array(values.map(\.forOthers))
    case .dictionary(let values):
      .dictionary(PropertyListDictionary(values.map { ($0.key.forOthers, $0.value.forOthers) }))
    default: self
    }
  }
}

extension String {
  fileprivate var forOthers: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.filter { $0.value >= 0x20 && !(0xFFFE...0xFFFF).contains($0.value) }))
  }
}

import Foundation
import Settee
import SetteeTestSupport
import Testing

/// Verifies that a bundle eight times as large takes about eight times as long to check and read.
///
/// The test compares the processor time of this thread and accepts a factor of 30. Quadratic time
/// would be 64 times as long, so a slow or busy computer doesn't affect the result.
@Suite(.serialized) struct LargeBundleTests {
  struct Shape: CustomStringConvertible, Sendable {
    let description: String
    let files: @Sendable (_ count: Int) -> [String: [UInt8]]
  }

  private static let (few, many) = (250, 2_000)

  @Test(arguments: shapes)
  func `the time to check a bundle is proportional to its size`(shape: Shape) throws {
    let small = try Self.time(shape, Self.few)
    let large = try Self.time(shape, Self.many)
    #expect(large < 30 * max(small, 0.002), "\(small) s grew to \(large) s")
  }

  /// Returns the processor time in seconds to check and open a bundle, the lower of two runs.
  private static func time(_ shape: Shape, _ count: Int) throws -> Double {
    let contents = shape.files(count)
    let files = BundleFiles.memory(
      Dictionary(uniqueKeysWithValues: contents.map { ("B.bundle/\($0)", $1) }))
    return try (0..<2).map { _ in
      try processorTime {
        _ = try Finding.all(at: ["B.bundle"], files: files)
        _ = try SettingsBundle(at: "B.bundle", files: files)
      }
    }.min() ?? 0
  }

  private static func row(_ number: Int, _ rest: String = "") -> String {
    SmallBundle.toggle("key\(number)", extra: "<key>DefaultValue</key><true/>" + rest)
  }

  private static func panes(
    _ count: Int, root: (Int) -> String, pane: (Int) -> String
  ) -> [String: [UInt8]] {
    var files = ["Root.plist": SmallBundle.root(root(count))]
    for number in 0..<count { files["P\(number).plist"] = SmallBundle.root(pane(number)) }
    return files
  }

  static let shapes: [Shape] = [
    Shape(description: "a chain of panes") { count in
      panes(count, root: { _ in SmallBundle.link("P0") }) {
        row($0) + ($0 + 1 < count ? SmallBundle.link("P\($0 + 1)") : "")
      }
    },
    Shape(description: "a circle of panes") { count in
      panes(count, root: { _ in SmallBundle.link("P0") }) {
        row($0) + SmallBundle.link("P\(($0 + 1) % count)")
      }
    },
    Shape(description: "panes that all lead back to Root") { count in
      panes(count, root: { (0..<$0).map { SmallBundle.link("P\($0)") }.joined() }) {
        row($0) + SmallBundle.link("Root")
      }
    },
    Shape(description: "panes with tables of their own") { count in
      var files = panes(count, root: { (0..<$0).map { SmallBundle.link("P\($0)") }.joined() }) {
        row($0)
      }
      for number in 0..<count {
        files["de.lproj/P\(number).strings"] = Array("key\(number) = a;".utf8)
      }
      return files
    },
    Shape(description: "rows whose panes are not there") { count in
      panes(count, root: { (0..<$0).map { SmallBundle.link("Pane\($0)x") }.joined() }) { row($0) }
    },
    Shape(description: "conditions on keys that are not there") { count in
      [
        "Root.plist": SmallBundle.root(
          (0..<count).map { number in
            row(
              number,
              "<key>SetteeEnabledWhen</key><dict><key>Key</key><string>kez\(number)x</string>"
                + "<key>Is</key><true/></dict>")
          }.joined())
      ]
    },
    Shape(description: "controls") { count in
      ["Root.plist": SmallBundle.root((0..<count).map { row($0) }.joined())]
    },
    Shape(description: "a key in a variant for each language") { count in
      Dictionary(
        uniqueKeysWithValues: (0..<count).map {
          ("a\(String($0, radix: 36))-x.lproj/Root.plist", SmallBundle.root(row(0)))
        }
      ).merging(["Root.plist": SmallBundle.root(row(0))]) { first, _ in first }
    },
    Shape(description: "choices") { count in
      let values = (0..<count).map { "<string>v\($0)</string>" }.joined()
      return [
        "Root.plist": SmallBundle.root(
          """
          <dict><key>Type</key><string>PSMultiValueSpecifier</string><key>Title</key>
          <string>T</string><key>Key</key><string>k</string><key>DefaultValue</key>
          <string>none</string><key>Values</key><array>\(values)</array>
          <key>Titles</key><array>\(values)</array></dict>
          """)
      ]
    },
    Shape(description: "unknown keys of one element") { count in
      [
        "Root.plist": SmallBundle.root(
          row(0, (0..<count).map { "<key>Extra\($0)</key><true/>" }.joined()))
      ]
    },
  ]
}

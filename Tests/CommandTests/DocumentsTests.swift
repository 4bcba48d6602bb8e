import Foundation
import SetteeTestSupport
import Testing

/// Runs the commands and code of the README and the pages, and compares the screenshots.
@Suite struct DocumentsTests {
  private static let root = ProjectFolder.root

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the code blocks of a page in the given language.
  private static func blocks(_ language: String, of page: String = "README.md") throws -> [String] {
    try text(page).components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// Returns the Swift code blocks of a page, except for parts of a package manifest.
  private static func programs(of page: String = "README.md") throws -> [String] {
    try blocks("swift", of: page).filter { !$0.contains(".package(") }
  }

  /// Returns the compiler's errors for a program that uses the library, or an empty string.
  private static func faults(in program: String) throws -> String {
    let sandbox = try Sandbox()
    try sandbox.write("work/main.swift", program)
    let said = try sandbox.shell(
      """
      PATH='\(ProcessInfo.processInfo.environment["PATH"] ?? "")' swiftc -typecheck \
      -swift-version 6 -warnings-as-errors -I '\(ProgramUnderTest.product("Modules"))' \
      -I '\(ProgramUnderTest.product("CSetteeCurses.build"))' \
      -I '\(ProgramUnderTest.product("CSetteeCurl.build"))' \
      -I '\(ProgramUnderTest.product("CSetteeFyaml.build"))' \
      -I '\(ProgramUnderTest.product("CSetteeSodium.build"))' \
      -I '\(ProgramUnderTest.product("CSetteeSystem.build"))' main.swift
      """)
    return said == Sandbox.Outcome(code: 0, out: "", err: "") ? "" : "\(said)"
  }

  @Test func `the screenshots and the transcript match the program`() throws {
    let sandbox = try Sandbox()
    let made = try sandbox.shell(
      "SETTEE='\(Sandbox.program)' '\(Self.root.path)/Scripts/pictures' \"$HOME/made\"")
    #expect(made.code == 0, "\(made.err)")
    for name in ["mail", "wide", "choices", "search", "date", "help", "small", "gitconfig", "tour"]
    {
      let picture = try String(
        contentsOfFile: sandbox.path("home/made/\(name).svg"), encoding: .utf8)
      let kept = try Self.text("Sources/Settee/Settee.docc/Resources/\(name).svg")
      #expect(picture == kept, "run Scripts/pictures and review the changes: \(name)")
    }
    let session = try String(
      contentsOfFile: sandbox.path("home/made/transcript.txt"), encoding: .utf8)
    let page = try Self.text("Sources/Settee/Settee.docc/Accessibility.md")
    #expect(
      page.contains("```text\n\(session)```"),
      "run Scripts/pictures; the session is now\n\(session)")
  }

  @Test func `the README's commands do what the README states`() throws {
    let sandbox = try Sandbox()
    let lines = try Self.blocks("sh").joined(separator: "\n").components(separatedBy: "\n")
    var tried: [String: Sandbox.Outcome] = [:]
    for line in lines where line.hasPrefix("Scripts/run ") && !line.hasPrefix("Scripts/run  ") {
      let words = line.dropFirst("Scripts/run ".count).components(separatedBy: " #")[0]
      tried[words.trimmingCharacters(in: .whitespaces)] = try sandbox.shell(
        "cd '\(Self.root.path)' && settee \(words) < /dev/null")
    }
    #expect(tried.count == 5)
    let faults = try #require(tried["check Panes/Broken.bundle"])
    #expect(faults.code == 1 && faults.out.contains("Broken.bundle/WrongType.plist:15:4: error: "))
    let refused = try #require(tried["set Panes/Mail.bundle mail.textSize 40"])
    #expect(refused.code == 3 && refused.err.contains("from 10 to 24"), "\(refused)")
    let told = try #require(tried["describe Panes/Mail.bundle mail.textSize"])
    #expect(told.code == 0 && told.out.contains("layer    registered: 14"), "\(told)")
    let shown = try #require(tried["show Panes/Mail.bundle --json"])
    let panes = try shown.json()
    #expect(panes is [String: Any])
    let own = try #require(tried["Panes/Settee.bundle"])
    #expect(own.code == 0 && own.out.contains("Settee. "), "\(own)")
  }

  @Test func `the README's programs compile`() throws {
    let blocks = try Self.blocks("swift")
    #expect(blocks.count >= 2)
    let faults = try Self.faults(in: Self.programs().joined(separator: "\n"))
    #expect(faults.isEmpty, "\(faults)")
  }

  /// Declarations that the code blocks of each page take from an earlier page or the reader's
  /// program.
  private static let assumed = [
    "MigratingFromDDGPreferences": "import Settee",
    "SharingADomain": """
    import Settee
    struct Prefs: PreferenceSet { @Setting var jobs = 0 }
    let store = try Store(Prefs.self, domain: "org.example.app")
    """,
    "Testing": """
    import Foundation
    import Settee
    import Testing
    struct AppPrefs: PreferenceSet { @Setting var soundLevel = 0.7 }
    struct Player { func louder() { AppPrefs.store.prefs.soundLevel += 0.1 } }
    let folder = FileManager.default.temporaryDirectory
    """,
  ]

  @Test func `the pages' programs compile`() throws {
    let folder = "Sources/Settee/Settee.docc"
    let pages = try FileManager.default.subpathsOfDirectory(
      atPath: Self.root.appendingPathComponent(folder).path)
    var compiled = 0
    for page in pages.filter({ $0.hasSuffix(".md") }).sorted() {
      let blocks = try Self.programs(of: "\(folder)/\(page)")
      guard !blocks.isEmpty else { continue }
      compiled += 1
      let assumed = Self.assumed[String(page.dropLast(3))] ?? ""
      let faults = try Self.faults(in: ([assumed] + blocks).joined(separator: "\n"))
      #expect(faults.isEmpty, "\(page): \(faults)")
    }
    #expect(compiled >= 5)
  }

  @Test func `every script that a page names exists`() throws {
    let pages = try FileManager.default.subpathsOfDirectory(atPath: Self.root.path + "/Sources")
      .filter { $0.hasSuffix(".md") }.map { "Sources/" + $0 }
    for page in pages + ["README.md", "CHANGELOG.md"] {
      for part in try Self.text(page).components(separatedBy: "Scripts/").dropFirst() {
        let name = part.prefix { $0.isLetter || $0.isNumber || "-_./".contains($0) }
        let path = "Scripts/" + name.trimmingCharacters(in: CharacterSet(charactersIn: "."))
        #expect(
          FileManager.default.fileExists(atPath: Self.root.path + "/" + path), "\(page): \(path)")
      }
    }
  }

  @Test func `every link in the README leads to a file`() throws {
    for part in try Self.text("README.md").components(separatedBy: "](").dropFirst() {
      let link = try #require(part.components(separatedBy: ")").first)
      guard !link.hasPrefix("https:") else { continue }
      #expect(FileManager.default.fileExists(atPath: Self.root.path + "/" + link), "\(link)")
    }
  }

  /// Returns the rows of the benchmark table on a page.
  private static func figures(of page: String) throws -> [Substring] {
    let table = try #require(
      text(page).components(separatedBy: "<!-- figures -->\n").last?
        .components(separatedBy: "<!-- end of figures -->").first)
    return table.split(separator: "\n")
  }

  @Test func `the benchmarks page has the table that Scripts/bench prints`() throws {
    let rows = try Self.figures(of: "Sources/Settee/Settee.docc/Benchmarks.md")
    #expect(rows.first == "| figure | ours | peer | ratio | target | |" && rows.count > 8)
    #expect(
      rows.allSatisfy { $0.split(separator: "|", omittingEmptySubsequences: false).count == 8 })
    // A script prints each row, so one of the scripts must contain all words in the name of the
    // row.
    let bench = Self.root.appendingPathComponent("Scripts/bench.d").path
    let parts = try FileManager.default.subpathsOfDirectory(atPath: bench)
      .filter { !$0.contains(".build") }
      .compactMap { try? String(contentsOfFile: "\(bench)/\($0)", encoding: .utf8) }
    #expect(parts.count >= 6)
    for row in rows.dropFirst(2) {
      let name = row.split(separator: "|")[0].trimmingCharacters(in: .whitespaces)
      let words = name.split { !$0.isLetter }.filter { $0.count > 3 }
      #expect(parts.contains { part in words.allSatisfy(part.contains) }, "\(name)")
    }
  }

  @Test func `the README has five figures of the benchmarks page`() throws {
    let rows = try Self.figures(of: "README.md").dropFirst(2)
    #expect(rows.count == 5)
    let all = try Self.figures(of: "Sources/Settee/Settee.docc/Benchmarks.md")
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let peer = cells[2].components(separatedBy: ", ")[0]
      #expect(all.contains { $0.contains("| \(cells[1]) | \(peer)") }, "\(row)")
    }
  }

  @Test func `the README has at most 131 lines`() throws {
    #expect(
      try Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count
        <= 131)
  }
}

import Foundation
import SetteeTestSupport
import Testing

/// Everyday jobs on files of programs, in the form in which somebody types them first.
@Suite struct EverydayJobsTests {
  typealias Job = ListJobsTests.Job

  private static let cargo =
    "[package]\nname = \"x\"\n\n[dependencies]\nserde = { version = \"1\" } # data\ntokio = \"1\"\n"
  private static let tox =
    "[tox]\nenvlist = py312\n\n[testenv]\ndeps =\n    pytest\n    # more\n    rich\n"
  private static let tsconfig = """
    {
      "compilerOptions": {
        "target": "es2016", /* Target */
        // "outDir": "./", /* Output */
        "strict": true /* Checks */
        // "noEmit": true
      }
    }

    """
  private static let compose = "services:\n  web:\n    image: a\n  db:\n    image: b\n"
  private static let package =
    "{\n  \"name\": \"x\",\n  \"scripts\": {\n    \"build\": \"tsc\"\n  },\n  \"dependencies\": {}\n}\n"

  private static func job(
    _ file: String, _ text: String, _ words: [String], _ old: String, _ new: String
  ) -> Job {
    Job(
      file: file, text: text, words: words,
      result: old.isEmpty ? text + new : text.replacingOccurrences(of: old, with: new))
  }

  static let jobs = [
    // Lines of a value in Python's format are items.
    job(
      "tox.ini", tox, ["add", "testenv.deps", "mypy"], "    rich\n", "    rich\n    mypy\n"),
    job(
      "tox.ini", tox, ["add", "testenv.deps", "mypy", "--at", "0"], "deps =\n",
      "deps =\n    mypy\n"),
    job("tox.ini", tox, ["remove", "testenv.deps", "pytest"], "    pytest\n", ""),
    job("tox.ini", tox, ["set", "testenv.deps[-1]", "black"], "rich", "black"),
    // A separator before an empty first line doesn't determine the whitespace of new lines.
    job(
      "tox.ini", tox, ["set", "testenv:lint.skip_install", "true"], "",
      "\n[testenv:lint]\nskip_install = true\n"),
    job(
      "php.ini", "[Date]\n;date.timezone =\n", ["set", "Date.date.timezone", "UTC"], "",
      "date.timezone = UTC\n"),
    // Tables next to inline tables.
    job(
      "Cargo.toml", cargo,
      ["set", "dependencies.clap", #"{"version": "4", "features": ["derive"]}"#, "--type", "json"],
      "", "clap = { version = \"4\", features = [\"derive\"] }\n"),
    job(
      "Cargo.toml", cargo, ["remove", "dependencies.serde"],
      "serde = { version = \"1\" } # data\n", ""),
    job("a.toml", "[a]\nx = 1\n[b]\n", ["remove", "a"], "x = 1\n", ""),
    job("compose.yml", compose, ["remove", "services.db"], "  db:\n    image: b\n", ""),
    job(
      "package.json", package, ["remove", "scripts"],
      "  \"scripts\": {\n    \"build\": \"tsc\"\n  },\n", ""),
    // An empty object, whose undo gives the same bytes.
    job(
      "package.json", package, ["set", "dependencies.socket.io", "^4"],
      "\"dependencies\": {}",
      "\"dependencies\": {\n    \"socket\": {\n      \"io\": \"^4\"\n    }\n  }"),
    job(
      "package.json", package, ["set", "dependencies.@types/node", "^20"],
      "\"dependencies\": {}", "\"dependencies\": {\n    \"@types/node\": \"^20\"\n  }"),
    // Settings below their comments.
    job(
      "tsconfig.json", tsconfig, ["set", "compilerOptions.outDir", "./dist"],
      "/* Output */\n", "/* Output */\n    \"outDir\": \"./dist\",\n"),
    job(
      "tsconfig.json", tsconfig, ["set", "compilerOptions.noEmit", "true"],
      "true /* Checks */\n    // \"noEmit\": true\n",
      "true, /* Checks */\n    // \"noEmit\": true\n    \"noEmit\": true\n"),
    job(
      "dnsmasq.conf", "#domain-needed\nport=5353\n", ["set", "domain-needed", "true"],
      "#domain-needed\n", "#domain-needed\ndomain-needed\n"),
    job(
      "chrony.conf", "#rtcsync\ndriftfile /x\n", ["set", "rtcsync", "true"], "#rtcsync\n",
      "#rtcsync\nrtcsync\n"),
    // Sections that all have the same key.
    job(
      "wg.ini", "[Peer]\nKeep = 1\n[Peer]\nKeep = 2\n[Peer]\nKeep = 3\n",
      ["add", "Peer", #"{"Keep": "4"}"#], "", "[Peer]\nKeep = 4\n"),
    // Spellings and values that the program accepts.
    job(
      "my.cnf", "[mysqld]\nmax_connections=100\n", ["set", "mysqld.max-connections", "200"],
      "100", "200"),
    job("sshd_config", "Port 22\n", ["add", "Port", "2222"], "", "Port 2222\n"),
    job(
      "sshd_config", "Port 22\n", ["set", "Compression", "delayed"], "", "Compression delayed\n"),
    job(
      "mypy.ini", "[mypy]\nwarn_unused_ignores = True\n", ["set", "mypy.strict", "true"], "",
      "strict = True\n"),
    job(
      "mypy.ini", "[mypy]\nwarn_unused_ignores = True\n",
      ["set", "mypy-yaml.*.ignore_missing_imports", "true"], "",
      "\n[mypy-yaml.*]\nignore_missing_imports = True\n"),
    job(
      ".editorconfig", "[*]\nend_of_line = lf\n", ["set", "*.md.indent_size", "2"], "",
      "\n[*.md]\nindent_size = 2\n"),
    job("a.toml", "at = 07:32:00\n", ["set", "at", "08:15"], "07:32", "08:15"),
    job("a.toml", "at = 07:32\n", ["set", "at", "08:15"], "07:32", "08:15"),
    job("a.json", "{\n  \"size\": 14\n}\n", ["set", "size", "14.5"], "14", "14.5"),
  ]

  @Test(arguments: jobs)
  func `a job changes the lines that it is about, and undo gives the same bytes`(job: Job) throws {
    try job.check(path: ProjectFolder.path("Panes/Programs"))
  }

  @Test func `a command that can't be meant is rejected, and names what can`() throws {
    let machine = try Machine()
    machine.environment["SETTEE_PATH"] = ProjectFolder.path("Panes/Programs")
    for (file, text, words, code, says) in [
      (
        "pyproject.toml", "[project]\nname = \"x\"\n\n[tool.ruff]\nline-length = 88\n",
        ["set", "line-length", "100"], 2, "'tool.ruff.line-length'"
      ),
      ("config", "Host a\n  Port 1\n", ["set", "Host a.HostNme", "x"], 2, "'Host a.HostName'"),
      ("a.json", "{\"size\": 14}\n", ["set", "size", "big"], 3, "Enter a number."),
      ("tox.ini", Self.tox, ["add", "tox.envlist", "x"], 2, "isn't a list"),
      ("tox.ini", Self.tox, ["add", "testenv.deps", "a\nb"], 3, "one line"),
    ] as [(String, String, [String], Int32, String)] {
      let path = file == "config" ? "\(machine.home)/.ssh/config" : "\(machine.root)/files/\(file)"
      try machine.write(text, to: path)
      let run = try machine.run([ProgramUnderTest.path, words[0], path] + words.dropFirst())
      #expect(run.code == code && run.err.contains(says), "\(words): \(run)")
      #expect((try? String(contentsOfFile: path, encoding: .utf8)) == text)
    }
  }
}

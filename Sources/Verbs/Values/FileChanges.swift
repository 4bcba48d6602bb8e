import Settee
import SetteeFiles
import SetteeFormats

// What a change of another program's file needs besides that of a domain.

extension Call {
  /// Asks, or refuses, where a running program would write the file anew and lose the change.
  func checkOwners(of places: [SettingReference]) throws {
    if has("force") { return }
    let files = Dictionary(places.map { ($0.domain.name.text, $0.domain.text) }) { first, _ in first
    }
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      guard let program = text?.role.savesItself, RunningPrograms.has(program) else { continue }
      let fact = "\(program) is running and overwrites \(file) when it exits"
      guard console.canAsk else {
        throw CommandError(.denied, "\(fact). Quit it first, or use --force.")
      }
      console.say("\(fact). Change the file anyway? (y/n)")
      guard readLine()?.lowercased().hasPrefix("y") == true else {
        throw CommandError(.denied, "\(file) was not changed. Quit \(program) first.")
      }
    }
  }

  /// What the user has to do so that the program takes a change over.
  func sayHowToReload(_ places: [SettingReference]) {
    let sentence = places.lazy.compactMap { $0.domain.text?.role.reload }.first
    if let sentence { console.say(sentence.asSentence) }
  }

  /// A refusal by the system with the command that would be let in.
  func withRights(_ error: any Error, to places: [SettingReference]) -> any Error {
    guard let error = error as? DomainError, error.kind == .denied, !CurrentProcess.isRoot,
      error.message.hasPrefix("Cannot "), let text = places.first?.domain.text
    else { return error }
    // sudo looks for programs in the system's folders alone, and the path says which layer is meant.
    let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
    let isKnown = folders.contains(FilePath.parent(of: CurrentProcess.path))
    let options = invocation.options.filter { $0.key != "layer" }.sorted { $0.key < $1.key }
    let words =
      [isKnown ? syntax.program : CurrentProcess.path, invocation.verb?.name ?? "set", text.place]
      + options.flatMap { ["--\($0.key)"] + ($0.value.isEmpty ? [] : [$0.value]) }
      + invocation.operands.dropFirst()
    let command = ShellWord.line(["sudo"] + words)
    return CommandError(.denied, "\(error.message.dropLast()), or run: \(command)")
  }
}

/// Programs that run now, by the names of their processes.
enum RunningPrograms {
  static func has(_ name: String) -> Bool {
    let door = FileSystem.live
    let processes = ((try? door.list("/proc")) ?? nil) ?? []
    return processes.contains { process in
      guard process.allSatisfy(\.isNumber) else { return false }
      let known = (try? door.readFile("/proc/\(process)/comm", limit: 64, links: .all))??.bytes
      // The system keeps 15 bytes of a name.
      return known?.split(separator: 0x0A).first?.elementsEqual(name.utf8.prefix(15)) ?? false
    }
  }
}

extension TextFile {
  /// What changes would do to the lines of the file: those that go with `-`, those that come with `+`.
  func difference(
    _ changes: [KeyChange], hides: (String) -> Bool
  ) throws(CommandError) -> [String] {
    guard let content = known else { return [] }
    return lines(
      of: try previewed { try content.previewing(changes) }, hides: hides)
  }

  /// What a change to a list would do to the lines of the file.
  func difference(
    _ edit: ListEdit, key: String, isSecret: Bool
  ) throws(CommandError) -> [String] {
    guard let content = known else { return [] }
    return lines(of: try previewed { [try content.previewing(edit)] }) { _ in isSecret }
  }

  private func previewed(_ preview: () throws -> [LineChange]) throws(CommandError) -> [LineChange]
  {
    do { return try preview() } catch {
      let reason = (error as? SetteeFormats.EditError)?.message ?? CommandError(error).sentence
      throw CommandError(.denied, "Can't change \(place): \(reason).")
    }
  }

  private func lines(of edited: [LineChange], hides: (String) -> Bool) -> [String] {
    var lines: [String] = []
    for change in edited {
      lines.append("@@ \(place):\(change.line) @@")
      let isSecret = hides(change.key)
      for (sign, texts) in [("-", change.old), ("+", change.new)] {
        for text in texts {
          let parts = (isSecret ? "\(change.key) ********" : text).split(
            separator: "\t", omittingEmptySubsequences: false)
          lines.append(sign + parts.map { SafeText.line(String($0)) }.joined(separator: "\t"))
        }
      }
    }
    return lines
  }
}

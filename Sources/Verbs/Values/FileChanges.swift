import Settee
import SetteeFiles
import SetteeValues

// Steps that are necessary only for changes to another program's settings file.

extension Call {
  /// Asks the user for confirmation if a running program would overwrite the change when it exits.
  func checkOwners(of places: [SettingReference]) throws {
    if has("force") { return }
    let files = Dictionary(places.map { ($0.domain.name.text, $0.domain.text) }) { first, _ in first
    }
    for (file, text) in files.sorted(by: { $0.key < $1.key }) {
      guard let program = text?.role.savesItself, isRunning(program) else { continue }
      let fact = "\(program) is running and overwrites \(file) when it exits"
      guard console.canAsk else {
        throw SetteeError(.denied, "\(fact). Quit it first, or use --force.")
      }
      console.report("\(fact). Change the file anyway? (y/n)")
      guard readLine()?.lowercased().hasPrefix("y") == true else {
        throw SetteeError(.denied, "\(file) was not changed. Quit \(program) first.")
      }
    }
  }

  /// Returns whether a process with a specific name is running.
  private func isRunning(_ name: String) -> Bool {
    let fileSystem = FileSystem.live
    let processes = ((try? fileSystem.list("/proc")) ?? nil) ?? []
    return processes.contains { process in
      guard process.allSatisfy(\.isNumber) else { return false }
      let known = (try? fileSystem.readFile("/proc/\(process)/comm", limit: 64, links: .all))??
        .bytes
      // Compare only the first 15 bytes, because the kernel truncates the names of processes.
      return known?.split(separator: 0x0A).first?.elementsEqual(name.utf8.prefix(15)) ?? false
    }
  }

  /// Prints instructions on how to make the running program load the changed settings.
  func sayHowToReload(_ places: [SettingReference]) {
    let waiting = places.filter { $0.setting?.control.needsRestart == true }.map(\.key)
    if !waiting.isEmpty {
      let keys = waiting.prefix(3).joined(separator: ", ")
      let others = waiting.count > 3 ? " and \(waiting.count - 3) more" : ""
      let verb = waiting.count == 1 ? "takes" : "take"
      return console.report("\(keys)\(others) \(verb) effect after a restart.")
    }
    let sentence = places.lazy.compactMap { $0.domain.text?.role.reload }.first
    if let sentence { console.report(sentence.asSentence) }
  }

  /// If the user doesn't have permission to write the file, adds a suitable `sudo` command to the
  /// error message.
  func withRights(_ error: any Error, to places: [SettingReference]) -> any Error {
    guard let error = error as? DomainError, error.isForRoot, !CurrentProcess.isRoot,
      let text = places.first?.domain.text
    else { return error }
    // Use the full path of the program if `sudo` wouldn't find it, because `sudo` searches only the
    // system directories. The path determines the layer, so omit `--layer`.
    let folders = ["/usr/local/bin", "/usr/bin", "/bin"]
    let isKnown = folders.contains(FilePath.parent(of: CurrentProcess.path))
    let options = options.filter { $0.key != "layer" }.sorted { $0.key < $1.key }
    let words =
      [isKnown ? syntax.program : CurrentProcess.path, verb?.name ?? "set", text.place]
      + options.flatMap { ["--\($0.key)"] + ($0.value.isEmpty ? [] : [$0.value]) }
      + operands.dropFirst()
    let command = ShellCommand.line(["sudo"] + words)
    let message = error.message.dropLast()
    return SetteeError(
      .denied, "\(message)\(message.contains("; ") ? ", or run" : "; run"): \(command)")
  }
}

extension Domain {
  /// Returns whether a value in the lines of a settings file is a secret.
  fileprivate func hides(_ key: String, _ text: String?) -> Bool {
    let path = SettingPath(key)
    return isDeclaredSecret(path) || text.map { holdsSecret(.string($0), at: path) } ?? false
  }
}

extension TextFile {
  /// Returns the lines of a settings file that some changes would modify, before and after the
  /// changes.
  func difference(
    _ changes: [KeyChange], typed: [SettingPath: TypedValue] = [:], of domain: Domain,
    hides: (String) -> Bool
  ) throws -> [String] {
    guard let content = known else { return [] }
    let edited = try previewed {
      try content.previewing(changes, typed: typed, hides: hides) {
        domain.hides($0, $1)
      }
    }
    return lines(of: edited, hides: hides)
  }

  /// Returns the lines of a settings file that a change to a list would modify.
  func difference(
    _ edit: ListEdit, of domain: Domain, isSecret: Bool
  ) throws -> [String] {
    guard let content = known else { return [] }
    let edited = try previewed {
      [
        try content.previewing(edit, isSecret: isSecret) {
          domain.hides($0, $1)
        }
      ]
    }
    return lines(of: edited) { _ in isSecret }
  }

  /// Returns the lines of a settings file that differ in other content.
  func difference(to other: SettingsDocument, of domain: Domain) -> [String] {
    guard let content = known else { return [] }
    let change = content.previewing(other) { domain.hides($0, $1) }
    return lines(of: [change]) { _ in false }
  }

  private func previewed(_ preview: () throws -> [LineChange]) throws -> [LineChange] {
    do { return try preview() } catch {
      if let error = error as? EditError {
        throw DomainError(error, in: place)
      }
      let reason = SetteeError(error).message
      throw SetteeError(.denied, "Can't change \(place): \(reason).")
    }
  }

  private func lines(of edited: [LineChange], hides: (String) -> Bool) -> [String] {
    var lines: [String] = []
    for change in edited {
      lines.append("@@ \(place):\(change.line) @@")
      let hidden = change.key.flatMap { hides($0) ? "\($0) ********" : nil }
      for (sign, texts) in [("-", change.old), ("+", change.new)] {
        for text in texts {
          let parts = (hidden ?? text).split(separator: "\t", omittingEmptySubsequences: false)
          lines.append(sign + parts.map { SafeText.line(String($0)) }.joined(separator: "\t"))
        }
      }
    }
    return lines
  }
}

// In some system files, a part of a line also applies to other items of the line.
extension LensEditor {
  /// Throws an error if an edit changes the rights of other commands in sudoers, or gives a reaction in
  /// nsswitch.conf another service.
  func rejectEffects(of edit: DocumentEdit, in new: Document) throws {
    guard let other = new.lens else { return }
    switch tree.lens {
    case "Sudoers.lns":
      let (old, new) = (tree.commands, other.commands)
      if case .move = edit, Set(old) == Set(new) { return }
      let (before, after) = (Self.changed(old, new), Self.changed(new, old))
      let isOne = before.count == 1 && after.count == 1
      if before.isEmpty || after.isEmpty || isOne { return }
      throw EditError(changingRightsOf: after.last { !old.contains($0) }?.first ?? "")
    case "Nsswitch.lns":
      let (old, new) = (tree.reactions, other.reactions)
      if case .move = edit, Set(old) == Set(new) { return }
      if Self.changed(old, new).isEmpty || Self.changed(new, old).isEmpty { return }
      throw EditError(
        "a reaction such as [NOTFOUND=return] applies to the service before it, and would apply to "
          + "another service",
        advice: "Change the line in an editor, or first remove the reaction")
    default: return
    }
  }

  /// Returns the items of a list between the items that it shares with another list at its start and end.
  private static func changed(_ list: [[String]], _ other: [[String]]) -> ArraySlice<[String]> {
    let start = zip(list, other).prefix { $0 == $1 }.count
    let rest = list.dropFirst(start)
    return rest.dropLast(
      zip(rest.reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }.count)
  }
}

extension Document {
  /// Throws an error if a command of sudoers has other rights in a document after several edits.
  ///
  /// Each of the edits can be harmless, such as the removal of the last command of a list after its
  /// name has replaced the name of another command.
  func rejectChangedRights(in new: Document) throws {
    guard let lens, lens.lens == "Sudoers.lns", let other = new.lens else { return }
    let (old, new) = (lens.commands, other.commands)
    let changed = new.first { command in
      !old.contains(command) && old.contains { $0.first == command.first }
    }
    if let name = changed?.first { throw EditError(changingRightsOf: name) }
  }
}

extension EditError {
  fileprivate init(changingRightsOf command: String) {
    self.init(
      "this would change the rights of '\(command)', because the user, the group, and the tags of a "
        + "command also apply to the commands after it",
      advice:
        "Change the line in an editor, or first give every command its own user, group, and tags")
  }
}

extension LensTree {
  /// The commands of a sudoers file, each with the users, the groups, and the tags that are in effect for it.
  ///
  /// A command with neither a user nor a group has the users and groups of the command before it. The
  /// same applies to each kind of tag, such as `PASSWD` and `NOPASSWD`.
  fileprivate var commands: [[String]] {
    nodes.indices.filter { nodes[$0].label == "host_group" }.flatMap { group in
      var runAs: [String] = []
      var tags: [String: String] = [:]
      return children(labeled: "command", of: group).map { command in
        let users = children(labeled: "runas_user", of: command).map { "user " + text(of: $0) }
        let groups = children(labeled: "runas_group", of: command).map { "group " + text(of: $0) }
        if !users.isEmpty || !groups.isEmpty { runAs = users + groups }
        // If sudo implies the tag SETENV for ALL, the commands after it don't have this tag.
        if text(of: command) == "ALL" { tags["SETENV after ALL"] = nil }
        for tag in children(labeled: "tag", of: command).map(text(of:)) {
          let kind = tag.hasPrefix("NO") ? String(tag.dropFirst(2)) : tag
          tags[kind] = tag
          if kind == "SETENV" { tags["SETENV after ALL"] = tag }
        }
        return [text(of: command)] + runAs + tags.values.sorted()
      }
    }
  }

  /// The reactions of nsswitch.conf, each as the name of its database and the service before it.
  fileprivate var reactions: [[String]] {
    nodes.indices.filter { nodes[$0].label == "database" }.flatMap { database in
      var service = ""
      var reactions: [[String]] = []
      for item in children(of: database) {
        if nodes[item].label == "service" { service = text(of: item) }
        if nodes[item].label == "reaction" { reactions.append([text(of: database), service]) }
      }
      return reactions
    }
  }

  private func children(labeled label: Key, of node: Int) -> [Int] {
    children(of: node).filter { nodes[$0].label == label }
  }

  private func text(of node: Int) -> String {
    String(decoding: nodes[node].value ?? [], as: UTF8.self)
  }
}

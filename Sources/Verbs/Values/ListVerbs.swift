import Settee
import SetteeValues

extension Verb {
  static let add = Verb(
    "add", "Add an item to a list",
    operands: [.app, Operand("KEY", .list), Operand("VALUE", .value, .optional)],
    options: [
      VerbOption("at", "insert before the item with this index (default: at the end)", .text("N")),
      VerbOption(
        "type", "parse the value as this type (default: the type of the other items)",
        .oneOf(ValueType.allCases.map(\.rawValue))),
      VerbOption(
        "stdin", "read the value from standard input, without a trailing newline"),
      .json,
    ],
    notes: [
      "A list is an array, an array of tables, or a key that a file repeats, such as remote.origin.fetch of Git. A list that doesn't exist is created. With --type json, the item can be a table or a list.",
      "The KEY of a file that consists of a list is a dot. For example, 'add /etc/hosts . LINE' adds a line.",
      "Other users can see arguments, so a secret is never an argument: use --stdin, or type it at the prompt.",
    ],
    examples: [
      "add /etc/hosts . '10.0.0.1 web'",
      "add pyproject.toml project.dependencies typer",
      "add ~/.gitconfig remote.origin.fetch '+refs/pull/*:refs/remotes/pr/*'",
      "add alacritty.toml keyboard.bindings '{\"key\": \"N\", \"action\": \"Copy\"}' --type json",
    ]
  ) { call in
    let app = try call.app()
    try app.requireOwn(call.words.first ?? "", isList: true)
    let list = try app.reference(call.words.first ?? "")
    let items = try call.items(of: list, item: call.words.dropFirst().first)
    if list.whole == nil { try app.requireNew(list.place, isForced: call.has("force")) }
    let text = try call.textToSet(list.place)
    let entered = try call.item(text, in: list)
    let value = entered.value
    if value.int != nil { try list.place.rejectAmbiguous(text) }
    if call.words.count > 1 { try call.rejectSecret(list, value) }
    let index = try call.value(of: "at").map { text in
      try list.index(text, of: items.count + 1)
    }
    let edit = ListEdit(
      .insert(value, at: index), at: list.place.path, steps: list.steps,
      typed: call.keepsTextOfItem ? entered.text : nil)
    if list.steps.isEmpty, let new = try? list.place.domain.preview(edit, to: call.layer)?.new {
      try app.requireAllowed(new, typed: nil, at: list.place, isForced: call.has("force"))
    }
    let isLine = call.words.dropFirst().first?.contains(" ") == true
    if list.whole == nil, isLine { try call.rejectLine(for: list, of: app) }
    do { try call.make(edit, of: list, index: index ?? items.count, new: value) } catch {
      try call.rejectLine(for: list, of: app)
      throw error
    }
    return .done
  }

  static let remove = Verb(
    "remove", "Remove an item from a list, or a key",
    operands: [.app, Operand("KEY", .item), Operand("VALUE", .value, .optional)],
    options: [.json],
    notes: [
      "KEY[N] removes the item at index N, and KEY VALUE removes the item whose value is VALUE. Comments that belong to the item are removed with it. Without an index or a value, the command removes the key, like reset."
    ],
    examples: [
      "remove pyproject.toml 'project.dependencies[0]'",
      "remove pyproject.toml project.dependencies rich",
      "remove alacritty.toml 'keyboard.bindings[-1]'",
    ]
  ) { call in
    let app = try call.app()
    try app.requireOwn(call.words.first ?? "", isList: call.words.count > 1)
    let reference = try app.reference(call.words.first ?? "")
    guard let text = call.words.dropFirst().first else {
      guard let (list, index) = reference.item else {
        return try call.resetKeys([call.words.first ?? ""], of: app)
      }
      return try call.removeItem(at: index, of: list)
    }
    let items = try call.items(of: reference, item: text)
    try call.rejectSecret(reference)
    let found = reference.indices(of: text, in: items)
    guard let index = found.first else {
      throw SetteeError(
        .missing, "\(reference.key) has no item '\(text)'" + reference.hint(for: text, in: items))
    }
    guard found.count == 1 else {
      let indexes = found.map { "[\($0)]" }.joined(separator: " and ")
      throw SetteeError(
        .usage, "'\(text)' is in \(reference.key) more than once, at \(indexes). Give the index.")
    }
    return try call.removeItem(at: index, of: reference)
  }

  static let move = Verb(
    "move", "Move an item of a list",
    operands: [.app, Operand("KEY[N]", .item), Operand("M", .value)],
    options: [.json],
    notes: [
      "M is the index of the item after the move. Comments that belong to the item move with it."
    ],
    examples: ["move alacritty.toml 'keyboard.bindings[2]' 0"]
  ) { call in
    let app = try call.app()
    let text = call.words.first ?? ""
    try app.requireOwn(text)
    let reference = try app.reference(text)
    guard let (list, index) = reference.item else {
      throw SetteeError(.usage, "'\(text)' isn't an item. Name one, such as \(text)[0].")
    }
    let items = try call.items(of: list)
    try list.require(index, in: items)
    let target = try list.index(call.words.dropFirst().first ?? "", of: items.count)
    let edit = ListEdit(
      .move(index, to: target), at: list.place.path, steps: list.steps, item: items[index])
    try call.make(edit, of: list, index: target, from: index)
    return .done
  }
}

extension ValueReference {
  static func count(_ count: Int) -> String { count == 1 ? "1 item" : "\(count) items" }

  /// Returns the key of an item, or of the list itself if the index is `nil`.
  fileprivate func key(ofItem index: Int?) -> String {
    index.map { "\(key == "." ? "" : key)[\($0)]" } ?? key
  }

  /// Throws an error for an item that doesn't exist.
  fileprivate func require(_ index: Int, in items: [PropertyList]) throws {
    if items.indices.contains(index) { return }
    throw SetteeError(
      .usage,
      "'\(key(ofItem: index))' doesn't exist: the list has \(Self.count(items.count))."
    )
  }

  /// Reads an index.
  ///
  /// A negative index counts from the end of the list, so -1 refers to the last item.
  fileprivate func index(_ text: String, of count: Int) throws -> Int {
    guard let number = Int(text) else {
      throw SetteeError(.usage, "'\(text)' isn't an index. Use a number, such as 0 or -1.")
    }
    let index = number < 0 ? count + number : number
    guard (0..<count).contains(index) else {
      throw SetteeError(
        .usage, "\(key) has no index \(number). Use a number from 0 to \(max(0, count - 1)).")
    }
    return index
  }

  /// Returns the indices of the list items that match a text that the user entered.
  fileprivate func indices(of text: String, in items: [PropertyList]) -> [Int] {
    let texts = steps.isEmpty ? place.domain.text?.known?.texts(of: place.path.key) : nil
    let read = itemsWithLine(text)
    let json = (try? JSON(reading: text).propertyList()) ?? read?.last
    return items.indices.filter { index in
      let item = items[index]
      if let texts, texts.indices.contains(index) { return texts[index] == text }
      return ValueFormatter.printed(item) == text || (item.dictionary ?? nil) != nil && item == json
        || item.array != nil && item == json
        // The only item of a list is read without its fields.
        || read?.count == items.count + 1 && read?[index] == read?.last
    }
  }
}

extension ValueReference {
  /// Returns the items of a list in a system file, followed by the item that a line would be.
  private func itemsWithLine(_ line: String) -> [PropertyList]? {
    guard place.domain.text?.known?.document.format.isAugeas == true else { return nil }
    let edit = ListEdit(.insert(.string(line), at: nil), at: place.path, steps: steps, typed: line)
    return (try? place.domain.preview(edit))?.new.flatMap(value(in:))?.array
  }

  /// Returns the end of a sentence about a missing item, with the index of an item that is similar.
  fileprivate func hint(for text: String, in items: [PropertyList]) -> String {
    let texts = items.map { $0.string ?? "" }
    let begins = texts.indices.filter { index in
      texts[index].hasPrefix(text) && !text.isEmpty
        && texts[index].dropFirst(text.count).first.map { !$0.isLetter && !$0.isNumber } == true
    }
    let near = Suggestion.nearest(to: text, among: texts.filter { !$0.isEmpty })
    let index = begins.count == 1 ? begins[0] : near.flatMap { texts.firstIndex(of: $0) }
    guard let index, !place.holdsSecret(items[index]) else { return "." }
    return ", but '\(key)[\(index)]' is '\(texts[index])'."
  }
}

extension Call {
  /// Returns the items of a list, or throws an error if the value isn't a list.
  ///
  /// The `item` argument is the item to add or remove, for the advice about a table.
  fileprivate func items(
    of list: ValueReference, item: String? = nil
  ) throws -> [PropertyList] {
    if let items = list.items, list.whole != nil || list.place.mayStartList { return items }
    let content = list.place.domain.text?.known
    if list.whole == nil, list.steps.isEmpty {
      let isPython = content?.document.format.hasLineItems == true
      let advice =
        isPython
        ? "To create it with one item on each line, use '\(command("set", list.key)) --stdin'"
        : "To create it with one value, use '\(command("set", list.key)) VALUE'"
      throw SetteeError(
        .usage,
        "'\(list.key)' isn't set, and 'add' can't create a list in this file. \(advice).")
    }
    func command(_ name: String, _ key: String) -> String {
      let app = operands.first ?? list.place.domain.name.text
      return "\(syntax.program) \(name) "
        + ShellCommand.line((syntax.namesApp ? [app] : []) + [key])
    }
    guard let table = list.value?.dictionary else {
      throw SetteeError(
        .usage,
        "'\(list.key)' holds one value and isn't a list. To change it, use '\(command("set", list.key)) VALUE'."
      )
    }
    // A longer text is the value of a key rather than its name.
    let isName = item.map {
      !$0.isEmpty && $0.utf8.count < 80 && !$0.contains { "{[ ".contains($0) }
    }
    let name = item.map { DocumentPath(keys: Key($0)).description }.flatMap {
      isName == true ? $0 : nil
    }
    let prefix = list.key == "." ? "" : list.key + "."
    let isRemoval = verb?.name == "remove"
    if isRemoval, let name, let item, table.hasValue(for: item) {
      throw SetteeError(
        .usage,
        "'\(list.key)' is a table and not a list. To remove the key, use '\(command("remove", prefix + name))'."
      )
    }
    let advice =
      isRemoval
      ? "To remove a key in it, use '\(command("remove", prefix + "NAME"))'"
      : "To add a key to it, use '\(command("set", prefix + (name ?? "NAME"))) VALUE'"
    throw SetteeError(.usage, "'\(list.key)' is a table and not a list. \(advice).")
  }

  /// Rejects a secret argument, which is a new item or the value of an item to remove.
  ///
  /// If only a field of a table is secret, the other fields can still be passed as arguments.
  fileprivate func rejectSecret(
    _ list: ValueReference, _ value: PropertyList? = nil
  ) throws {
    guard let value else {
      guard list.place.isSecret, list.place.effective != nil else { return }
      throw SetteeError(
        .usage,
        "\(list.key) is a secret, and other users can see arguments. Use '\(syntax.program) edit'.")
    }
    // A list of placeholders isn't a secret, but a new item can be one.
    guard list.isSecret(item: value) else { return }
    throw SetteeError(
      .usage,
      "\(list.key) is a secret, and other users can see arguments. Use --stdin."
        + adviceOnMark(of: list.place))
  }

  /// Returns a sentence that tells the user how to mark a setting that isn't a secret.
  ///
  /// The command `set` accepts the mark with the value, so only `add` needs this advice.
  func adviceOnMark(of place: SettingReference) -> String {
    guard verb?.name == "add", place.domain.text != nil, place.whole != nil else { return "" }
    let words = (syntax.namesApp ? Array(operands.prefix(1)) : []) + [place.key, "--not-secret"]
    return " If it isn't a secret, run '\(syntax.program) set \(ShellCommand.line(words))' first."
  }

  fileprivate func item(
    _ text: String, in list: ValueReference
  ) throws -> EnteredValue {
    let isSecret = list.isSecret(item: .string(text))
    let named = value(of: "type").flatMap(ValueType.init)
    let type = named ?? list.typeOfItems
    if let number = list.place.number(text, as: type) { return number }
    if let type = named {
      let value = try type.value(
        of: text, isSecret: isSecret, allowsNull: list.place.domain.text != nil)
      return EnteredValue(value: value, text: text)
    }
    guard let type else { return EnteredValue(value: PropertyList(inferredFrom: text), text: text) }
    do {
      return EnteredValue(value: try type.value(of: text, isSecret: isSecret), text: text)
    } catch let error as SetteeError {
      if type == .json, text.hasPrefix("{") || text.hasPrefix("[") { throw error }
      throw SetteeError(
        error.code,
        type == .json
          ? "The new item isn't valid JSON, but the other items of '\(list.key)' are lists or tables. To add a string, use --type string."
          : error.message
            + " The other items of '\(list.key)' have this type; to add an item of another type, use --type."
      )
    }
  }

  /// A Boolean value that indicates whether the file can contain the text of a new item unchanged.
  fileprivate var keepsTextOfItem: Bool {
    value(of: "type").flatMap(ValueType.init)?.keepsText ?? true
  }

  func removeItem(at index: Int, of list: ValueReference) throws -> ExitCode {
    let items = try items(of: list)
    try list.require(index, in: items)
    let edit = ListEdit(
      .remove(index), at: list.place.path, steps: list.steps, item: items[index])
    try make(edit, of: list, index: index, old: items[index])
    return .done
  }

  /// Puts a string in quotes.
  func makeQuotes(_ reference: ValueReference, _ text: String) throws {
    let edit = ListEdit(.quote(text), at: reference.place.path, steps: reference.steps)
    try make(edit, of: reference, old: reference.value, new: .string(text))
  }

  /// Replaces an item, or a field of an item that isn't a separate setting.
  func setItem(
    _ reference: ValueReference, to value: PropertyList, typed text: String?
  ) throws {
    let index = reference.steps.lastIndex { if case .index = $0 { true } else { false } } ?? 0
    let list = ValueReference(
      place: reference.place, steps: Array(reference.steps[..<index]))
    guard case .index(let number)? = reference.steps[index...].first,
      let item = list.items?[number]
    else { return }
    let new = item.replacing(at: reference.steps[(index + 1)...], with: value)
    let edit = ListEdit(
      .replace(number, new), at: list.place.path, steps: list.steps, item: item, typed: text)
    try make(edit, of: list, index: number, old: item, new: new)
  }
}

extension ValueReference {
  /// Returns whether an item of the list is a secret or contains one, such as a table with a
  /// password.
  fileprivate func isSecret(item: PropertyList) -> Bool {
    place.holdsSecret(around(.array([item])))
  }
}

extension SettingReference {
  /// A Boolean value that indicates whether the setting itself is a secret, and not only one of the
  /// values in it.
  var isSecretItself: Bool {
    if domain.text == nil { return isSecret }
    return domain.isDeclaredSecret(path)
  }

  /// A Boolean value that indicates whether the command `add` can create a list for the key.
  fileprivate var mayStartList: Bool {
    guard let content = domain.text?.known else { return true }
    return content.hasTypes || mayRepeat
  }
}

extension Call {
  /// Checks and saves a change to a list, and reports it to the user.
  fileprivate func make(
    _ edit: ListEdit, of list: ValueReference, index: Int? = nil, from: Int? = nil,
    old: PropertyList? = nil, new: PropertyList? = nil
  ) throws {
    let domain = list.place.domain
    let change = try domain.preview(edit, to: layer)
    if value(of: "type") == nil { try list.check(edit, new) }
    let isDry = has("dry-run")
    // Strings in quotes can replace a date or another literal.
    let literal = index == nil ? old.flatMap { list.place.literalJSON(of: $0) } : nil
    // Before the change, because the list may no longer contain a secret afterwards.
    let isSecretList = list.place.isSecretItself
    let isSecret =
      isSecretList || [old, new, edit.item].contains { $0.map(list.isSecret(item:)) == true }
    let difference =
      isDry && !has("json")
      ? try domain.text?.difference(edit, of: domain, isSecret: isSecretList) ?? [] : []
    if !isDry {
      try checkOwners(of: [list.place])
      do { try domain.apply(edit, to: layer) } catch {
        throw withRights(error, to: [list.place])
      }
      if change != nil { sayHowToReload([list.place]) }
    }
    let typed = !isSecret && domain.text?.known?.isWritten(edit) == true ? edit.text : nil
    // A value is shown in the form in which it will be read.
    let isAugeas = domain.text?.known?.document.format.isAugeas == true
    let read = isAugeas ? nil : change?.new.flatMap(list.value(in:))?.array
    let new = new.map { new in
      if let index, let read, read.indices.contains(index) { return read[index] }
      return domain.text?.stored(new, at: list.place.path) ?? new
    }
    // The commands `set` and `reset` print an array of keys, as for other values.
    let isItem = index != nil && !["set", "reset"].contains(verb?.name)
    let ownKey = list.key(ofItem: index)
    let object = JSON.object(
      ofPresent: [
        "key": .string(isItem ? list.key : ownKey),
        "from": from.map { .integer(Int64($0)) },
        "index": isItem ? index.map { .integer(Int64($0)) } : nil,
        "old": old.map {
          (isSecret ? nil : literal) ?? ValueFormatter.json($0, isSecret: isSecret)
        },
        "new": new.map { ValueFormatter.json($0, isSecret: isSecret) },
        "changed": .boolean(change != nil),
      ])
    let key = SafeText.line(list.key)
    func shown(_ value: PropertyList?) -> String { ValueFormatter.shown(value, isSecret: isSecret) }
    let sentence =
      switch (index, old, new) {
      case (nil, _, _) where old != new: "\(key): \(shown(old)) -> \(shown(new))"
      case (nil, _, _): "\(key): \(shown(new)) is now a string for all programs"
      case (let index?, _, _) where change == nil:
        "\(key)[\(index)]: \(typed ?? shown(new ?? edit.item)) (unchanged)"
      case (let index?, nil, nil): "\(key)[\(from ?? index)]: moved to [\(index)]"
      case (let index?, nil, _): "\(key)[\(index)]: added \(typed ?? shown(new))"
      case (let index?, _, nil): "\(key)[\(index)]: removed \(shown(old))"
      case (let index?, _, _): "\(key)[\(index)]: \(shown(old)) -> \(typed ?? shown(new))"
      }
    try reporting(asSaved: !isDry && change != nil) {
      try answer(
        isItem ? object : .array([object]),
        isDry && domain.text != nil ? difference : [sentence])
    }
    if isDry { console.report("Dry run; no changes written.") }
    if case .remove = edit.operation, let index, isSecret { sayWhatUndoLoses(["\(key)[\(index)]"]) }
  }
}

extension Call {
  /// Throws an error with the right command if the arguments are a line that another list of a
  /// system file accepts.
  ///
  /// For example, the lines of `/etc/hosts` are the items of the list with the key `.`. The line can
  /// be the value, or the key can be the first part of the line.
  fileprivate func rejectLine(for list: ValueReference, of app: App) throws {
    let (key, line) = (words.first ?? "", words.dropFirst().first ?? "")
    guard value(of: "type") == nil, !key.allSatisfy(\.isNumber),
      let document = list.place.domain.text?.known?.document, document.format.isAugeas
    else { return }
    let isWord = key.allSatisfy { $0.isLetter || $0 == "_" || $0 == "-" }
    let isWhole = key == "." || isWord || line.split(separator: " ").contains { $0 == key }
    // A path that begins with a key of the file, such as `dir[0].client`, isn't a part of a line.
    let first = key.prefix { $0 != "." && $0 != "[" }
    let isPath =
      first.count < key.count && !first.allSatisfy(\.isNumber)
      && document.children(of: 0).contains { document.place(of: $0).description == first }
    let whole = key + " " + line
    let texts = isPath ? [line] : isWhole ? [line, whole] : [whole, line]
    let blocks = document.children(of: 0).filter { node in
      document.hasFields(node) || document.children(of: node).contains(where: document.hasFields)
    }
    let isNumbered = !document.numbered(in: 0).isEmpty || document.children(of: 0).isEmpty
    let keys = isNumbered ? ["."] : blocks.map { document.place(of: $0).description }
    for other in keys where other != key {
      guard let place = try? app.reference(other).place else { continue }
      for text in texts {
        let edit = ListEdit(.insert(.string(text), at: nil), at: place.path, steps: [], typed: text)
        let difference = try? place.domain.text?.difference(edit, of: place.domain, isSecret: false)
        let words = text.split(whereSeparator: \.isWhitespace)
        let isLine = difference?.contains {
          $0.hasPrefix("+") && $0.dropFirst().split(whereSeparator: \.isWhitespace) == words
        }
        guard isLine == true else { continue }
        let program = syntax.program.split(separator: " ").map(String.init)
        let options = options.sorted { $0.key < $1.key }.flatMap {
          ["--\($0.key)"] + ($0.value.isEmpty ? [] : [$0.value])
        }
        let command = ShellCommand.line(
          program + ["add"] + options + (syntax.namesApp ? operands.prefix(1) : []) + [other, text])
        throw SetteeError(
          .usage, "'\(key)' isn't a list in \(app.name). To add this line, use: \(command)")
      }
    }
  }
}

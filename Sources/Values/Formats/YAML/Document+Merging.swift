/// A key that a mapping of YAML gets from another mapping through its merge key, `<<`.
package struct MergedSetting: Sendable {
  package let place: DocumentPath
  /// The node of the value in the other mapping.
  package let node: Int
  /// The node of the merge key.
  package let merge: Int
}

extension Document {
  /// The largest number of merged keys that are listed, because nested merge keys can multiply them.
  fileprivate var mostMerged: Int { max(10_000, 4 * nodes.count) }

  /// The settings that mappings get through their merge keys, in the order of the merge keys.
  package var mergedSettings: [MergedSetting] {
    guard yaml != nil else { return [] }
    let merges = nodes.indices.filter { nodes[$0].step.name == "<<" && nodes[$0].parent >= 0 }
    guard !merges.isEmpty else { return [] }
    var list = MergedSettingList(document: self, plainLists: plainLists)
    var taken: [Int: Set<Key>] = [:]
    for merge in merges where list.all.count < mostMerged {
      let mapping = nodes[merge].parent
      var names = taken[mapping] ?? list.names(in: mapping)
      list.merge = merge
      list.add(merge, at: place(of: mapping), &names, depth: 0)
      taken[mapping] = names
    }
    return Array(list.all.prefix(mostMerged))
  }
}

extension Document {
  /// Returns the anchor of the mapping that a merged value comes from, and the line of the value.
  package func source(ofMerged node: Int) -> String {
    let line = "line \(line(of: node))"
    var above = node
    while let yaml, above >= 0 {
      let event = yaml.events[yaml.values[above].events.lowerBound]
      if let anchor = event.anchor, yaml.uses[yaml.values[above].events.lowerBound] != nil {
        return "\(String(decoding: bytes[anchor], as: UTF8.self)) in \(line)"
      }
      above = nodes[above].parent
    }
    return line
  }
}

extension Document {
  /// The first key on a path that a mapping of YAML gets through its merge key, with the node of its
  /// value in the other mapping, and the rest of the path.
  private typealias MergedStep = (
    key: DocumentPath, node: Int, rest: ArraySlice<DocumentPath.Step>
  )

  private func merged(on place: DocumentPath) -> MergedStep? {
    guard yaml != nil else { return nil }
    let (mapping, rest) = deepest(on: place, throughAliases: false)
    var steps = mostMerged
    guard let name = rest.first?.name, let node = merged(name, in: mapping, &steps, depth: 0) else {
      return nil
    }
    return (self.place(of: mapping).appending(name), node, rest.dropFirst())
  }

  /// Returns the node of a value that a mapping gets through its merge keys.
  private func merged(_ name: Key, in mapping: Int, _ steps: inout Int, depth: Int) -> Int? {
    guard depth < Document.maxDepth else { return nil }
    for merge in children(of: mapping) where nodes[merge].step.name == "<<" {
      let value = yamlTarget(of: merge) ?? merge
      for source in nodes[value].form == .brackets ? children(of: value) : [value] {
        guard steps > 0 else { return nil }
        steps -= 1
        let source = yamlTarget(of: source) ?? source
        let found = member(name, of: source) ?? merged(name, in: source, &steps, depth: depth + 1)
        if let found { return found }
      }
    }
    return nil
  }

  /// Returns whether the value at a path comes from another mapping through a merge key.
  package func isMerged(_ place: DocumentPath) -> Bool { merged(on: place) != nil }

  /// Returns whether the value at a path is a mapping that comes from another mapping through a merge
  /// key.
  package func isMergedMapping(_ place: DocumentPath) -> Bool {
    guard let (_, node, rest) = merged(on: place) else { return false }
    var target = yamlTarget(of: node) ?? node
    for step in rest {
      guard let next = step.name.flatMap({ member($0, of: target) }) else { return false }
      target = yamlTarget(of: next) ?? next
    }
    return nodes[target].form == .braces
  }

  /// Returns an error if a path leads into a value that comes from another mapping through a merge
  /// key.
  ///
  /// A part of such a value can't be changed separately: the mapping would need the whole value itself.
  package func mergeReason(on place: DocumentPath) -> EditError? {
    guard let (key, node, rest) = merged(on: place), !rest.isEmpty else { return nil }
    var steps = self.place(of: node).steps + rest
    if steps.last?.name == nil { steps.removeLast() }
    return EditError(
      "'\(key)' is merged from \(source(ofMerged: node))", line: line(of: node),
      advice: "Change '\(DocumentPath(steps))' there, or set all of '\(key)' with --type json")
  }
}

/// Collects merged settings.
private struct MergedSettingList {
  let document: Document
  let plainLists: [Bool]
  var merge = 0
  /// The number of merge keys that may still be followed, because nested ones can multiply even if
  /// they add no keys.
  private var steps: Int
  private(set) var all: [MergedSetting] = []

  init(document: Document, plainLists: [Bool]) {
    (self.document, self.plainLists) = (document, plainLists)
    steps = document.mostMerged
  }

  /// The keys that a mapping has itself.
  func names(in mapping: Int) -> Set<Key> {
    Set(document.children(of: mapping).compactMap { document.nodes[$0].step.name })
  }

  /// Adds the keys of the mappings that a merge key refers to, except those that are taken.
  mutating func add(_ merge: Int, at place: DocumentPath, _ taken: inout Set<Key>, depth: Int) {
    let value = document.yamlTarget(of: merge) ?? merge
    guard depth < Document.maxDepth, all.count < document.mostMerged, steps > 0 else { return }
    steps -= 1
    switch document.nodes[value].form {
    case .brackets:
      for item in document.children(of: value) { add(item, at: place, &taken, depth: depth + 1) }
    case .braces:
      let children = document.children(of: value)
      for child in children {
        guard let name = document.nodes[child].step.name, name != "<<", taken.insert(name).inserted
        else { continue }
        add(value: child, at: place.appending(name), depth: depth + 1)
      }
      for child in children where document.nodes[child].step.name == "<<" {
        add(child, at: place, &taken, depth: depth + 1)
      }
    default: break
    }
  }

  /// Adds the settings of a merged value.
  private mutating func add(value: Int, at place: DocumentPath, depth: Int) {
    let value = document.yamlTarget(of: value) ?? value
    let children = document.children(of: value)
    guard depth < Document.maxDepth, all.count < document.mostMerged else { return }
    guard document.nodes[value].isContainer, !children.isEmpty, !plainLists[value] else {
      all.append(MergedSetting(place: place, node: value, merge: merge))
      return
    }
    for child in children {
      let step = document.nodes[child].step
      if step.name == "<<" {
        var taken = names(in: value)
        add(child, at: place, &taken, depth: depth + 1)
      } else {
        add(value: child, at: DocumentPath(place.steps + [step]), depth: depth + 1)
      }
    }
  }
}

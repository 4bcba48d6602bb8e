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
  /// Returns the anchor of the mapping that a key comes from, and the line of the key.
  package func source(of setting: MergedSetting) -> String {
    let line = "line \(line(of: setting.node))"
    var above = setting.node
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

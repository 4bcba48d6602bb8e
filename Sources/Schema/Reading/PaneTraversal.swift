import SetteePropertyLists

// This folder contains the code that reads the files of a bundle into panes of controls. The
// traversal finds each pane's file (`VariantResolver`), reads it once (`BundleLoader`), and
// converts its elements (`Specifier`) into groups of controls (`PaneReader`).

/// A depth-first traversal of a bundle's panes, starting at Root.
///
/// Each file is read only once, so cyclic links don't cause an endless loop. The traversal uses its
/// own stack, so a long chain of panes can't overflow the thread's stack.
struct PaneTraversal {
  private typealias PendingPane = (file: BundleLoader.File, title: String?)

  private let options: BundleOptions
  private let store: BundleLoader
  private let rootGroup: String?
  private var visited: Set<String> = []
  /// The panes that haven't been read yet.
  ///
  /// The last pane is read next.
  private var waiting: [PendingPane] = []
  /// The panes of list items, which are read after all other panes.
  private var waitingElements: [PendingPane] = []
  private(set) var bundle: SettingsBundle

  /// Reads all panes that can be reached from Root.
  init(
    _ location: BundleLocation, options: BundleOptions, files: BundleFiles
  ) throws(BundleError) {
    self.options = options
    store = BundleLoader(location, options: options, files: files)
    let root = try store.root()
    rootGroup = root.group
    let programFile = ProgramFile(root.node, strings: store.strings(of: root))
    bundle = SettingsBundle(
      title: location.appName,
      domain: programFile == nil ? options.domain ?? rootGroup ?? location.domain : nil, panes: [])
    bundle.programFile = programFile
    bundle.path = location.folder
    (bundle.languages, bundle.language) = (store.languages, store.language?.description)
    waiting = [(root, root.title == nil ? location.appName : nil)]
    while let next = waiting.popLast() {
      if let pane = visit(next) { bundle.panes.append(pane) }
    }
    while let next = waiting.popLast() ?? waitingElements.popLast() {
      if let pane = visit(next) { bundle.elementPanes.append(pane) }
    }
    bundle.title = bundle.panes.first?.title ?? location.appName
  }

  private mutating func visit(_ step: PendingPane) -> Pane? {
    guard visited.insert(step.file.path).inserted else { return nil }
    let strings = store.strings(of: step.file)
    let domain = domain(of: step.file)
    var pane = Pane(
      file: step.file.name, path: step.file.path,
      title: step.title ?? step.file.title.flatMap(strings.title) ?? step.file.name,
      domain: domain,
      groups: PaneReader(
        step.file.node, idiom: options.idiom, strings: strings, domain: domain
      ).groups)
    pane.entries = step.file.node["SetteeEntries"]?.value.string
    waiting += follow(&pane).reversed()
    return pane
  }

  /// Resolves the links of a pane and marks broken links.
  private mutating func follow(_ pane: inout Pane) -> [PendingPane] {
    var next: [PendingPane] = []
    // Passing the pane itself would copy all of its rows for each changed row.
    let path = pane.path
    for group in pane.groups.indices {
      for row in pane.groups[group].controls.indices {
        switch pane.groups[group].controls[row].content {
        case .pane:
          if let step = link(&pane.groups[group].controls[row], in: path) { next.append(step) }
        case .list(var list):
          followElement(&list.item, in: path)
          followElement(&list.add, in: path)
          pane.groups[group].controls[row].content = .list(list)
        default: break
        }
      }
    }
    return next
  }

  private mutating func followElement(_ row: inout Control?, in path: String) {
    guard var own = row, own.kind == .pane else { return }
    if let step = link(&own, in: path) { waitingElements.append(step) }
    row = own
  }

  private mutating func link(_ row: inout Control, in path: String) -> PendingPane? {
    // In InAppSettingsKit, rows for custom pages of the app have a class instead of a file.
    guard let name = row.file else {
      row.fault = row.isDrawnByApp ? "available in the app only" : "missing file name"
      return nil
    }
    do throws(PaneError) {
      let file = try store.file(name)
      row.content = .pane(PaneLink(file: name, pane: file.name))
      return (file, row.title)
    } catch {
      row.fault = error.message
      bundle.faults.append("\(path): \(row.label): \(error.message)")
      return nil
    }
  }

  /// Returns the domain that a file declares, or the domain of Root.
  ///
  /// `--domain` overrides the domain of Root.
  private func domain(of file: BundleLoader.File) -> String? {
    guard bundle.programFile == nil, let group = file.group, rootGroup.map(group.isSame) != true
    else { return bundle.domain }
    return group
  }
}

extension BundleLoader.File {
  /// The domain that the file declares.
  fileprivate var group: String? {
    node["ApplicationGroupContainerIdentifier"]?.value.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The title declared by the file, unless it contains unexpanded build variables.
  fileprivate var title: PropertyList? {
    node["Title"].flatMap { $0.value.asTitle?.contains("${") == false ? $0.value : nil }
  }
}

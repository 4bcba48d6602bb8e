import SetteeValues

// The files in this folder read the files of a bundle and convert them to panes of controls. The
// traversal finds each pane's file (`VariantResolver`), reads it once (`BundleLoader`), and
// converts its elements (`Specifier`) into groups of controls (`PaneReader.swift`).

/// Reads the panes of a bundle by following the links from the root pane, depth first.
///
/// Each pane is read only once, so links that lead in a circle don't cause an endless loop. The
/// traversal uses its own stack, so a long chain of panes can't overflow the thread's stack.
struct PaneTraversal {
  private typealias PendingPane = (file: BundleLoader.File, title: String?)

  private let options: BundleOptions
  private let store: BundleLoader
  private let rootGroup: String?
  private var visited: Set<String> = []
  /// The panes to which a link has been found but that haven't been read yet.
  ///
  /// The pane that was added last is read next.
  private var waiting: [PendingPane] = []
  /// The panes for list items, which are read after all other panes.
  private var waitingElements: [PendingPane] = []
  private(set) var bundle: SettingsBundle

  /// Reads all panes of a bundle that links from the root pane lead to.
  init(
    _ location: BundleLocation, options: BundleOptions, files: BundleFiles
  ) throws {
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
      groups: [PaneGroup](
        step.file.node, idiom: options.idiom, strings: strings, domain: domain))
    pane.entries = step.file.node["SetteeEntries"]?.value.string
    waiting += follow(&pane).reversed()
    return pane
  }

  /// Finds the panes to which the links of a pane lead, and marks links whose pane is missing.
  private mutating func follow(_ pane: inout Pane) -> [PendingPane] {
    var next: [PendingPane] = []
    // Pass only the path, because passing the pane would copy all of its rows each time a row is
    // changed.
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
    // In InAppSettingsKit, a row that opens a custom page of the app specifies a class instead of a
    // file.
    guard let name = row.file else {
      row.error = row.isDrawnByApp ? "available in the app only" : "missing file name"
      return nil
    }
    do {
      let file = try store.file(name)
      row.content = .pane(file: name, pane: file.name)
      return (file, row.title)
    } catch {
      let error = SetteeError(error)
      row.error = error.message
      bundle.problems.append(error.problem("\(path): \(row.label): \(error.message)"))
      return nil
    }
  }

  /// Returns the domain that a pane's file declares, or the domain of the root pane.
  ///
  /// The option `--domain` replaces the domain of the root pane.
  private func domain(of file: BundleLoader.File) -> String? {
    guard bundle.programFile == nil, let group = file.group, rootGroup.map(group.isSame) != true
    else { return bundle.domain }
    return group
  }
}

extension BundleLoader.File {
  /// The domain that the pane's file declares, or `nil` if it doesn't declare one.
  fileprivate var group: String? {
    node["ApplicationGroupContainerIdentifier"]?.value.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The title that the pane's file declares, unless the app's build hasn't replaced a variable in
  /// it.
  fileprivate var title: PropertyList? {
    node["Title"].flatMap { $0.value.asTitle?.contains("${") == false ? $0.value : nil }
  }
}

/// A settings bundle as read: every pane that can be reached from Root, in the user's language.
///
/// Reading is as lenient as the devices' own settings app: what can be shown is shown, and what is
/// wrong stands in ``faults`` and in ``Control/fault``. To hear every fault, use ``BundleCheck``.
public struct SettingsBundle: Sendable {
  /// The folder of the bundle.
  public let path: String
  /// The app's name: Root's own title, else what the bundle or the app around it is called.
  public let title: String
  /// The domain of Root; nil where nobody names one and `--domain` is needed.
  public let domain: String?
  /// The panes in the order in which a depth-first walk meets them, Root first, each once.
  public let panes: [Pane]
  /// The panes that edit one element of a list: their keys are entries of the element, and no keys
  /// of the domain.
  public internal(set) var elementPanes: [Pane] = []
  /// The languages that the bundle speaks, as tags such as `zh-Hant`, sorted.
  public let languages: [String]
  /// The language of the texts as a tag; nil where the bundle speaks none.
  public let language: String?
  /// Every file that the panes were read from, from the bundle's folder, each once.
  public let files: [String]
  /// What could not be read or followed, a sentence each.
  public let faults: [String]

  /// Makes a bundle of panes that are already there.
  public init(
    path: String = "", title: String, domain: String?, panes: [Pane], languages: [String] = [],
    language: String? = nil, files: [String] = [], faults: [String] = []
  ) {
    self.path = path
    self.title = title
    self.domain = domain
    self.panes = panes
    self.languages = languages
    self.language = language
    self.files = files
    self.faults = faults
  }
}

extension SettingsBundle {
  /// The pane of a name, as `--pane` and ``Control/pane`` give it.
  public func pane(_ file: String) -> Pane? {
    panes.first { $0.file.utf8.elementsEqual(file.utf8) }
  }

  /// Every control of every pane in order.
  public var controls: [Control] { panes.flatMap(\.controls) }
}

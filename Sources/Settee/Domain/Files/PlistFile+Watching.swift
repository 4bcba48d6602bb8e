extension PlistFile {
  /// Watches the folders of the file and of what it is a link to.
  package func watch(_ wake: @escaping @Sendable (_ isUnderWay: Bool) -> Void) -> DomainWatch? {
    FolderWatch.watch(file: path, wake)
  }
}

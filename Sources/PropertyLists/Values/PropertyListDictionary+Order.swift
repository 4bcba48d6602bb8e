extension PropertyListDictionary {
  /// The entries with their keys in the order of a written file, sorted only when they are not.
  var entriesInWrittenOrder: [Entry] {
    isSorted ? entries : entries.sorted { $0.key.isWritten(before: $1.key) }
  }
}

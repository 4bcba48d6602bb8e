/// What Settee itself says on the panes that it makes; the screen says it in the user's language.
package enum MadeText: String, CaseIterable, Sendable {
  case rest = "Also in the file"
  case faults = "Faults"
  case faultsHelp = "The file does not fit its schema."
  case line = "Line"
  case deprecated = "Deprecated"
  case entries = "What the file has is shown here."
  case newEntries = "New entries are added in the file itself."
  case edited = "Edited in the file itself"
}

import Settee
import SetteeTerminal

/// What the core asks of the world; the loop performs it and answers with an ``Event``.
enum Effect: Sendable {
  /// Write an edit, all or nothing; answered by `written` or `failed`.
  case apply(Edit, ChangeCause)
  case inspect(SettingName)
  case history(SettingName)
  case changes
  case lineDifferences([ValueChange])
  /// Let the user edit the settings file of a program at the line of a setting.
  case editFile(at: SettingName?)
  /// Compare with the mirror; answered by `waiting`, then by `plan`, `done` or `failed`.
  case planPush
  /// Push with a side kept for each key; answered by `pushed`, by `failed`, or by `plan` when
  /// something else is to be chosen from by now.
  case push([PushChoice])
  /// End the waiting for the mirror; its answer is not told any more.
  case stopWaiting
  case copy(String)
  case openURL(String)
  /// Let the user edit a text in $EDITOR; answered by `edited`.
  case editExternally(String)
  /// Write the values to a file; answered by `exported`, `exists` or `failed`.
  case export(to: String, replaces: Bool)
  /// Say what the values of a file would change; answered by `importPlan` or `failed`.
  case readImport(String)
  case complete(String)
  case readClock
  case speak(String)
  case openApp(String)
  case openOwn
  /// Open again what was open before Settee's own settings; answered likewise.
  case reopenFormer
  /// Keep how things are drawn for the next start, by the key of Settee's own settings.
  case keepOwn(String, PropertyList?)
  /// Open what is asked about in a domain; answered by `opened` or `failed`.
  case openIn(domain: String)
  case findApps
  case repaint
  case suspend
  case beep
  case quit
}

/// What the loop reports to the core.
enum Event: Sendable {
  case resized(Size)
  case readings(Readings, by: ChangeSource)
  /// An edit is stored, with the readings after it; a changed key that a higher layer hides says so.
  case written(Edit, ChangeCause, Readings, notice: String?)
  /// An edit has changed nothing, as the values are there already.
  case unchanged(Edit, Readings)
  /// Another program has moved items of lists; what is known of their settings follows.
  case moved([MovedName])
  case failed(String)
  case done(String)
  /// What was asked for names no domain: what to propose.
  case nameless(proposal: String)
  /// Panes with their readings, of an app that was asked for, or after a change of language.
  case opened(Document, Readings)
  case apps([AppFace])
  case layers(SettingName, [LayerReading])
  /// What became of a key before, the latest first, a line each.
  case history(SettingName, [HistoryLine])
  case changes([PastChange])
  case lineDifferences([String])
  case about(KeyFacts)
  case plan(PushPlan)
  case waiting(String)
  case pushed(String)
  /// What the mirror side did or met by itself: the sentence.
  case news(String, isError: Bool)
  case edited(String)
  case exported(String)
  case exists(String)
  case importPlan(ImportPlan)
  case completions([String])
  case clock(Date)
}

import Settee
import SetteeTerminal
import SetteeVerbs

/// An I/O operation that the editor's core requests from the event loop.
///
/// After performing the operation, the event loop sends its result as an ``Event``.
enum Effect: Sendable {
  /// Saves an edit atomically.
  ///
  /// The event loop responds with the event `written` or `failed`.
  case apply(UndoableEdit, ChangeCause)
  case inspect(SettingName)
  case history(SettingName)
  case changes
  /// Tells the user about changes of earlier sessions, if there are any.
  case findEarlierChanges
  case lineDifferences([ValueChange])
  /// Opens another program's settings file in `$EDITOR` at the line of a setting.
  case editFile(at: SettingName?)
  /// Opens the file with a problem in `$EDITOR` at its line.
  case editProblem(ReadingProblem)
  /// Compares the local values with those on the cloud mirror.
  ///
  /// The event loop responds with `waiting`, followed by `plan`, `done`, or `failed`.
  case planPush
  /// Pushes changes to the cloud mirror, using the side that the user chose for each setting.
  ///
  /// The event loop responds with `pushed`, `failed`, or a new `plan` if the values have changed
  /// since the user reviewed them.
  case push([PushRow])
  /// Stops waiting for the cloud mirror and ignores its response.
  case stopWaiting
  case copy(String)
  case openURL(String)
  /// Opens text in $EDITOR.
  ///
  /// The response is `edited`.
  case editExternally(String)
  /// Exports the values of the open app to a file.
  ///
  /// The event loop responds with `exported`, `exists`, or `failed`.
  case export(to: String, replaces: Bool)
  /// Reads a file and shows the changes that importing it would make.
  ///
  /// The event loop responds with `importPlan` or `failed`.
  case readImport(String)
  case complete(String)
  case readClock
  /// Finds the names of keys that the user can add next to a row or in a table.
  ///
  /// The response is `names`.
  case findNames(near: String?, in: String?)
  /// Checks the name of a key that the user wants to add, or a list that gets a new item.
  ///
  /// The event loop responds with `addition`, `unknownName`, or `failed`.
  case findAddition(String, at: Int? = nil, isForced: Bool = false)
  /// Prepares an edit that adds, removes, or moves a key or list item.
  ///
  /// The event loop responds with `restructured` or `failed`.
  case restructure(Restructuring)
  /// Marks a setting of a file as secret or as not secret.
  ///
  /// The response is `opened` and `done`, or `failed`.
  case markSecret(SettingName, Bool)
  case speak(String)
  case openApp(String)
  case openOwn
  /// Reopens the app that was open before the user opened Settee's own settings.
  ///
  /// The event loop responds with `opened` or `failed`.
  case reopenFormer
  /// Saves the theme in Settee's own settings, or removes the setting.
  case keepTheme(String?)
  /// Saves the layout of rows in Settee's own settings.
  case keepLayout(OwnSettings.Look.RowLayout)
  /// Saves the character set in Settee's own settings.
  case keepCharacters(OwnSettings.Look.Characters)
  /// Opens a bundle that doesn't declare a domain, using the domain that the user entered.
  ///
  /// The event loop responds with `opened` or `failed`.
  case openIn(domain: String)
  /// Finds the entries of the home screen.
  ///
  /// The response is `home`, once or several times.
  case findHome
  case repaint
  case suspend
  case beep
  case quit
}

/// A result or a notification that the event loop sends to the editor's core.
enum Event: Sendable {
  case resized(Size)
  case readings(SettingStates, by: ChangeSource)
  /// An edit was saved.
  ///
  /// The event contains the new states of the settings, and a message if another layer overrides
  /// the saved value.
  case written(UndoableEdit, ChangeCause, SettingStates, notice: String?)
  /// An edit had no effect, because the settings file already had the new values.
  case unchanged(UndoableEdit, SettingStates)
  /// Another program has moved list items, so the states of their settings must be moved too.
  case moved([SettingName: SettingName?])
  case failed(String)
  /// An edit wasn't saved, because a value has changed since the user made or reviewed the edit.
  case outdated(ChangeCause, String)
  case done(String)
  /// The values were saved at a time such as `13:42`.
  case saved(at: String)
  /// The requested bundle doesn't declare a domain.
  ///
  /// The editor then asks the user for a domain and suggests the one in this event.
  case nameless(proposal: String)
  /// An app was opened, or the open app was reopened in another language.
  case opened(PaneTree, SettingStates)
  case home(HomeBatch)
  case layers(SettingName, [LayerValue])
  /// The changes to a setting that its history contains, starting with the latest change.
  case history(SettingName, [HistoryLine])
  case changes([PastChange])
  case lineDifferences([String])
  case about(KeyFacts)
  case plan(PushDialog)
  case waiting(String)
  case pushed(String)
  /// A message from automatic sync.
  case news(String, isError: Bool)
  case edited(String)
  case exported(String)
  case exists(String)
  /// The changes that importing a file would make, and the keys of the secret settings that the
  /// file doesn't contain.
  case importPlan(file: String, [ValueChange], untold: [String])
  case completions([String])
  case clock(Date)
  case names(start: String, list: String?, names: [String])
  case addition(Addition, at: Int?)
  /// The name that the user entered is unknown, but the user can add the key anyway.
  case unknownName(String, name: String)
  /// An edit that adds, removes, or moves a key or list item is ready to be applied.
  case restructured(UndoableEdit)
}

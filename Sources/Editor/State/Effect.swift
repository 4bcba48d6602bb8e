import Settee
import SetteeTerminal
import SetteeVerbs

/// An I/O operation that the core requests.
///
/// The event loop performs the operation, and responds with an ``Event``.
enum Effect: Sendable {
  /// Saves an edit atomically.
  ///
  /// The response is `written` or `failed`.
  case apply(UndoableEdit, ChangeCause)
  case inspect(SettingName)
  case history(SettingName)
  case changes
  case lineDifferences([ValueChange])
  /// Opens a program's settings file in $EDITOR, at the line of a setting.
  case editFile(at: SettingName?)
  /// Compares the values with the mirror.
  ///
  /// The response is `waiting`, followed by `plan`, `done`, or `failed`.
  case planPush
  /// Pushes with the side to keep for each key.
  ///
  /// The response is `pushed`, `failed`, or an updated `plan` if the choices are out of date.
  case push([PushChoice])
  /// Stops waiting for the mirror, and ignores its response.
  case stopWaiting
  case copy(String)
  case openURL(String)
  /// Opens a text in $EDITOR.
  ///
  /// The response is `edited`.
  case editExternally(String)
  /// Exports the values to a file.
  ///
  /// The response is `exported`, `exists`, or `failed`.
  case export(to: String, replaces: Bool)
  /// Previews the changes of an import.
  ///
  /// The response is `importPlan` or `failed`.
  case readImport(String)
  case complete(String)
  case readClock
  /// Find the names that can be added at a path, or in a table.
  ///
  /// The response is `names`.
  case findNames(near: String?, in: String?)
  /// Check a name that the user wants to add, or a list that gets a new item at an index.
  ///
  /// The response is `addition`, `unknownName`, or `failed`.
  case findAddition(String, at: Int? = nil, isForced: Bool = false)
  /// Prepare the addition, removal, or move of a key or item.
  ///
  /// The response is `restructured` or `failed`.
  case restructure(Restructuring)
  case speak(String)
  case openApp(String)
  case openOwn
  /// Reopens the app that was open before Settee's own settings.
  ///
  /// The response is `opened` or `failed`.
  case reopenFormer
  /// Saves a setting for the appearance in Settee's own settings.
  case keepOwn(String, PropertyList?)
  /// Opens the bundle in the domain that the user has entered.
  ///
  /// The response is `opened` or `failed`.
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

/// A result or a notification from the event loop.
enum Event: Sendable {
  case resized(Size)
  case readings(SettingStates, by: ChangeSource)
  /// An edit was saved.
  ///
  /// The event includes the new readings, and a notice if a layer with a higher precedence
  /// overrides the edit.
  case written(UndoableEdit, ChangeCause, SettingStates, notice: String?)
  /// An edit has changed nothing, because the file already had the values.
  case unchanged(UndoableEdit, SettingStates)
  /// Another program has moved the items of lists, so the state of their settings is moved too.
  case moved([MovedName])
  case failed(String)
  case done(String)
  /// The values were saved at a time such as `13:42`.
  case saved(at: String)
  /// The requested bundle doesn't declare a domain.
  ///
  /// The event includes a suggestion.
  case nameless(proposal: String)
  /// An app was opened, or was reopened in another language.
  case opened(PaneTree, SettingStates)
  case home(HomeBatch)
  case layers(SettingName, [LayerReading])
  /// The history of a key, starting with the latest change.
  case history(SettingName, [HistoryLine])
  case changes([PastChange])
  case lineDifferences([String])
  case about(KeyFacts)
  case plan(PushPlan)
  case waiting(String)
  case pushed(String)
  /// A message from automatic sync.
  case news(String, isError: Bool)
  case edited(String)
  case exported(String)
  case exists(String)
  case importPlan(ImportPlan)
  case completions([String])
  case clock(Date)
  case names(NameOffer)
  case addition(Addition, at: Int?)
  /// A name was rejected, with the reason as a sentence; the user can add it anyway.
  case unknownName(String, name: String)
  /// An edit was prepared, and can be made.
  case restructured(UndoableEdit)
}

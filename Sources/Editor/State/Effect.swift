import Settee
import SetteeTerminal
import SetteeVerbs

/// An I/O operation requested by the core.
///
/// The event loop performs it and responds with an ``Event``.
enum Effect: Sendable {
  /// Save an edit atomically.
  ///
  /// The response is `written` or `failed`.
  case apply(UndoableEdit, ChangeCause)
  case inspect(SettingName)
  case history(SettingName)
  case changes
  case lineDifferences([ValueChange])
  /// Open a program's settings file in $EDITOR, at the line of a setting.
  case editFile(at: SettingName?)
  /// Compare with the mirror.
  ///
  /// The response is `waiting`, then `plan`, `done`, or `failed`.
  case planPush
  /// Push with the side to keep for each key.
  ///
  /// The response is `pushed`, `failed`, or an updated `plan` if the choices are out of date.
  case push([PushChoice])
  /// Stop waiting for the mirror and ignore its response.
  case stopWaiting
  case copy(String)
  case openURL(String)
  /// Edit a text in $EDITOR.
  ///
  /// The response is `edited`.
  case editExternally(String)
  /// Export the values to a file.
  ///
  /// The response is `exported`, `exists`, or `failed`.
  case export(to: String, replaces: Bool)
  /// Preview the changes of an import.
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
  /// Reopen the app that was open before Settee's own settings.
  ///
  /// The response is `opened` or `failed`.
  case reopenFormer
  /// Save an appearance setting in Settee's own settings.
  case keepOwn(String, PropertyList?)
  /// Open the bundle in the domain that the user entered.
  ///
  /// The response is `opened` or `failed`.
  case openIn(domain: String)
  case findApps
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
  /// Includes the new readings, and a notice if a layer with higher precedence overrides it.
  case written(UndoableEdit, ChangeCause, SettingStates, notice: String?)
  /// An edit has changed nothing, as the values are there already.
  case unchanged(UndoableEdit, SettingStates)
  /// Another program has moved items of lists; what is known of their settings follows.
  case moved([MovedName])
  case failed(String)
  case done(String)
  /// The requested bundle declares no domain.
  ///
  /// Includes a suggestion.
  case nameless(proposal: String)
  /// An app was opened, or reopened in another language.
  case opened(PaneTree, SettingStates)
  case apps([AppFace])
  case layers(SettingName, [LayerReading])
  /// The history of a key, latest change first.
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

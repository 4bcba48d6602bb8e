import Settee

/// What the core asks of the world; the loop performs it and answers with an ``Event``.
enum Effect: Sendable {
  /// Write an edit, all or nothing; answered by `written` or `failed`.
  case apply(Edit, ChangeCause)
  /// Say what every layer has for a key; answered by `layers`.
  case inspect(SettingName)
  /// Say what became of a key before; answered by `history`.
  case history(SettingName)
  /// Compare with the mirror; answered by `waiting`, then by `plan`, `done` or `failed`.
  case planPush
  /// Push with a side kept for each key; answered by `pushed`, by `failed`, or by `plan` when
  /// something else is to be chosen from by now.
  case push([PushChoice])
  /// End the waiting for the mirror; its answer is not told any more.
  case stopWaiting
  /// Put text on the clipboard (OSC 52).
  case copy(String)
  /// Open a URL.
  case openURL(String)
  /// Let the user edit a text in $EDITOR; answered by `edited`.
  case editExternally(String)
  /// Write the values to a file; answered by `exported`, `exists` or `failed`.
  case export(to: String, replaces: Bool)
  /// Say what the values of a file would change; answered by `importPlan` or `failed`.
  case readImport(String)
  /// Complete the path of a file; answered by `completions`.
  case complete(String)
  /// Run the app's action of a button.
  case run(SettingName)
  /// Say what time it is; answered by `clock`.
  case readClock
  /// Open the panes in another language; answered by `opened`.
  case speak(String)
  /// Open an app of the list; answered by `opened` or `failed`.
  case openApp(String)
  /// Open what is asked about in a domain; answered by `opened` or `failed`.
  case openIn(domain: String)
  /// Find every app anew; answered by `apps`.
  case findApps
  /// Paint every cell again.
  case repaint
  /// Stop as ^Z does, and come back.
  case suspend
  /// Ring the bell, for a key that cannot do anything.
  case beep
  /// Leave.
  case quit
}

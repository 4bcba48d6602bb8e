import Settee
import SetteeTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the loop reports to the core.
enum Event: Sendable {
  /// The terminal has another size.
  case resized(Size)
  /// New readings of some keys, and who caused them.
  case readings(Readings, by: ChangeSource)
  /// An edit is stored, with the readings after it; a changed key that a higher layer hides says so.
  case written(Edit, ChangeCause, Readings, notice: String?)
  /// Something did not work: the sentence.
  case failed(String)
  /// Something worked: the sentence.
  case done(String)
  /// Panes with their readings, of an app that was asked for, or after a change of language.
  case opened(Document, Readings)
  /// Every app that was found.
  case apps([AppFace])
  /// What every layer has for a key.
  case layers(SettingName, [LayerReading])
  /// What became of a key before, the latest first, a line each.
  case history(SettingName, [HistoryLine])
  /// What a push would do.
  case plan(PushPlan)
  /// The mirror that is being asked.
  case waiting(String)
  /// What a push did: the sentence.
  case pushed(String)
  /// What the mirror side did or met by itself: the sentence.
  case news(String, isError: Bool)
  /// What the user made of a text in $EDITOR.
  case edited(String)
  /// The values are in a file now: the sentence.
  case exported(String)
  /// There is already a file where the values were to go.
  case exists(String)
  /// What the values of a file would change.
  case importPlan(Exchange.Plan)
  /// The paths that a typed one can become.
  case completions([String])
  /// The time, and the seconds that local time is ahead of UTC.
  case clock(Date)
}

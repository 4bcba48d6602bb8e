import Settee

/// An app of the app list.
struct AppFace: Sendable {
  /// What opens it.
  var word: String
  /// What it is called.
  var title: String
  /// Its domain.
  var domain: String
  /// Whether a bundle describes it; else its pane is made from its values.
  var hasBundle: Bool
  /// How many of its settings are modified.
  var modified: Int
  /// How many changes are not pushed.
  var unpushed: Int
  /// What is wrong with it, as a sentence.
  var fault: String?
}

/// What the screen says of the cloud.
struct CloudFace: Sendable {
  /// The last result, as a sentence; nil before the first.
  var last: String?
}

/// A line of a key's history.
struct HistoryLine: Sendable {
  /// When it happened, in the user's time.
  var time: String
  /// Who made it, and with what.
  var author: String
  /// The value before, as a row shows it.
  var old: String
  /// The value after, as a row shows it.
  var new: String
}

/// What a push would do, for the dialog.
struct PushPlan: Sendable {
  /// The mirror, as a person would name it.
  var mirror: String
  /// When and from where the last push came.
  var last: String?
  /// The keys that differ, or that could.
  var rows: [PushRow]
}

/// One key of a push.
struct PushRow: Sendable {
  /// What pushing does with it.
  enum Kind: Sendable {
    case same, send, receive, conflict, missingHere
  }
  /// The key.
  var name: SettingName
  /// What it is called.
  var title: String
  /// The value here, as a row shows it.
  var here: String
  /// The value in the cloud, as a row shows it.
  var cloud: String
  /// What pushing does with it.
  var kind: Kind
  /// The side that is kept; nil while a conflict waits for the user.
  var keep: PushSide?
  /// What the mirror side found.
  var seen: CloudRow?
}

/// A side of the mirror.
enum PushSide: String, Sendable {
  case here, cloud
}

/// The side that the user keeps for one key.
struct PushChoice: Sendable {
  /// The key.
  var name: SettingName
  /// The side.
  var keep: PushSide
  /// What the user chose from: where it is something else by now, nothing is pushed.
  var seen: CloudRow?
}

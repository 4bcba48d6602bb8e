import Settee

/// The settings of the demo, which are a rectangle and some of the settings in `Panes/Mail.bundle`.
///
/// The demo uses the same keys as the bundle, so `settee Panes/Mail.bundle` and the demo change the
/// same values.
struct MailPrefs: PreferenceSet {
  @SettingGroup(title: "Account") var account = Account()
  @SettingGroup(title: "Reading") var mail = Reading()
  @SettingGroup(title: "Notifications") var notify = Notifications()
  @Setting(title: "Rectangle", help: "Stored as 16 bytes.", section: "Window") var frame = Frame()

  struct Account: PreferenceSet {
    @Setting(title: "Your name", traits: .synced) var name = ""
    @Setting(.length(1...), title: "Email address", traits: .synced) var email = "ada@example.org"
  }

  struct Reading: PreferenceSet {
    @Setting(title: "Show previews", traits: .synced) var previews = true
    @Setting(.range(1...5), title: "Preview lines", traits: .synced) var previewLines = 2
    @Setting(.range(10...24), display: .step(1), .unit("pt"), title: "Text size", traits: .synced)
    var textSize = 14.0
    @Setting(title: "Sort by", traits: .synced) var sort = Sort.date
  }

  struct Notifications: PreferenceSet {
    @Setting(.range(0...1), title: "Volume") var volume = 0.7
  }

  enum Sort: String, CaseIterable, SettingValue { case date, sender, subject, size }

  /// A rectangle on the screen of the demo, in columns and rows.
  struct Frame: RawBytes, Equatable {
    var x: Float = 2
    var y: Float = 1
    var width: Float = 12
    var height: Float = 4
  }
}

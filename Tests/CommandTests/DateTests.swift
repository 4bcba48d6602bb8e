import Testing

/// Verifies that dates and times without a time zone have the same value everywhere.
@Suite struct `Dates and times` {
  static let zones = ["Pacific/Kiritimati", "America/Los_Angeles", "UTC", "Asia/Kolkata"]

  private static func bundle(_ sandbox: borrowing Sandbox) throws {
    let rows = ["Date", "Time", "DateAndTime"].map { mode -> [String: Any] in
      ["Type": "IASKDatePickerSpecifier", "Key": mode, "Title": mode, "DatePickerMode": mode]
    }
    try sandbox.write("work/Dates.bundle/Root.plist", Plist.root(rows, domain: "org.example.app"))
  }

  @Test(arguments: zones)
  func `a date and a time are the same in every time zone and every command`(zone: String) throws {
    var sandbox = try Sandbox()
    try Self.bundle(sandbox)
    sandbox.environment["TZ"] = zone
    #expect(try sandbox.run("set", "Dates.bundle", "Date", "2026-03-14").code == 0)
    #expect(try sandbox.run("set", "Dates.bundle", "Time", "23:30").code == 0)
    let list = try sandbox.run("list", "Dates.bundle").out
    #expect(list.contains("Date\t{\"$date\": \"2026-03-14T12:00:00Z\"}\tuser"), "\(list)")
    #expect(list.contains("Time\t{\"$date\": \"2001-01-01T23:30:00Z\"}\tuser"), "\(list)")
    for reader in Self.zones {
      sandbox.environment["TZ"] = reader
      #expect(try sandbox.run("get", "Dates.bundle", "Date").out == "2026-03-14\n")
      #expect(try sandbox.run("get", "Dates.bundle", "Time").out == "23:30\n")
      #expect(try sandbox.run("list", "Dates.bundle").out == list)
      let show = try sandbox.run("show", "Dates.bundle").out
      #expect(show.contains(" 2026-03-14\n") && show.contains(" 23:30\n"), "\(reader): \(show)")
      let day = try sandbox.run("describe", "Dates.bundle", "Date").out
      #expect(day.contains("2026-03-14  (user)") && day.contains("user: 2026-03-14"), "\(day)")
      #expect(try sandbox.run("describe", "Dates.bundle", "Time").out.contains("23:30  (user)"))
      let history = try sandbox.run("history", "Dates.bundle").out
      #expect(history.contains("(unset) -> 2026-03-14\n") && history.contains("(unset) -> 23:30\n"))
      let diff = try sandbox.run("diff", "Dates.bundle").out
      #expect(diff == "- Date\t2026-03-14\n- Time\t23:30\n", "\(reader): \(diff)")
      let again = try sandbox.run("set", "Dates.bundle", "Date", "2026-03-14").out
      #expect(again == "Date: 2026-03-14 (unchanged)\n")
      let lines = try sandbox.run(["--plain", "Dates.bundle"], input: "q\n").out
      #expect(lines.contains("2026-03-14") && lines.contains("23:30"), "\(reader): \(lines)")
    }
  }

  @Test func `a difference of times within one day is shown`() throws {
    let sandbox = try Sandbox()
    try Self.bundle(sandbox)
    try sandbox.write("work/other.json", #"{"Date": {"$date": "2026-03-14T01:00:00Z"}}"#)
    #expect(try sandbox.run("set", "Dates.bundle", "Date", "2026-03-14").code == 0)
    let diff = try sandbox.run("diff", "Dates.bundle", "other.json").out
    #expect(diff.contains("T12:00:00Z") && diff.contains("T01:00:00Z"), "\(diff)")
  }

  @Test func `a date with a time is shown in the user's time zone`() throws {
    var sandbox = try Sandbox()
    try Self.bundle(sandbox)
    sandbox.environment["TZ"] = "Pacific/Kiritimati"
    #expect(try sandbox.run("set", "Dates.bundle", "DateAndTime", "2026-03-14 09:30").code == 0)
    #expect(try sandbox.run("get", "Dates.bundle", "DateAndTime").out == "2026-03-13T19:30:00Z\n")
    sandbox.environment["TZ"] = "America/Los_Angeles"
    #expect(try sandbox.run("show", "Dates.bundle").out.contains("2026-03-13 12:30"))
  }

  @Test func `a default at midnight UTC is the same date in every time zone`() throws {
    var sandbox = try Sandbox()
    for zone in Self.zones {
      sandbox.environment["TZ"] = zone
      let show = try sandbox.run("show", Sandbox.mail, "--pane", "Notifications").out
      #expect(show.contains("22:00") && show.contains("07:00"), "\(zone): \(show)")
    }
  }

  @Test func `a date field keeps the date of a timestamp as written and rejects a time`()
    throws
  {
    let sandbox = try Sandbox()
    try Self.bundle(sandbox)
    #expect(try sandbox.run("set", "Dates.bundle", "Date", "2026-03-14T23:30:00-08:00").code == 0)
    #expect(try sandbox.run("get", "Dates.bundle", "Date").out == "2026-03-14\n")
    #expect(try sandbox.run("set", "Dates.bundle", "Date", "09:30").code == 3)
    #expect(try sandbox.run("set", "Dates.bundle", "Time", "2026-03-14").code == 3)
  }
}

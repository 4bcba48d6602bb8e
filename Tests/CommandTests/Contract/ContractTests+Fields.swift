/// The fields of each type of JSON object.
extension ContractTests {
  private static let sender = "settee set MAIL mail.sort sender"
  private static let changed = "key old new changed"

  static let fields: [ContractFields] = [
    ContractFields("show", "show MAIL --json", "domain title language panes"),
    ContractFields("a pane", "show MAIL --json", at: "panes 0", "file title groups"),
    ContractFields(
      "a group", "show MAIL --json", at: "panes 0 groups 0", "title footer controls"),
    ContractFields(
      "a choice row", "show MAIL --pane Sounds --json", at: "panes 0 groups 0 controls 0",
      "kind type title key value default origin choices"),
    ContractFields(
      "a choice", "show MAIL --pane Sounds --json",
      at: "panes 0 groups 0 controls 0 choices 0", "title value"),
    ContractFields(
      "a toggle", "show MAIL --pane Sounds --json", at: "panes 0 groups 0 controls 1",
      "kind type title key value default origin on off"),
    ContractFields(
      "a slider", "show MAIL --pane Notifications --json", at: "panes 0 groups 1 controls 0",
      "kind type title key value default origin minimum maximum"),
    ContractFields(
      "check", "check BROKEN --json", at: "0", "file line column severity rule message"),
    ContractFields(
      "list", before: [sender], "list MAIL --modified --json", at: "0",
      "key value default type origin pane title modified"),
    ContractFields(
      "apps", before: ["settee install MAIL"], "apps --json", at: "0",
      "domain bundle title layers"),
    ContractFields(
      "find", before: ["settee install MAIL"], "find 'Sort by' --json", at: "0",
      "domain key value default type origin pane title modified"),
    ContractFields("set", before: [sender], "set MAIL mail.sort size --json", at: "0", changed),
    ContractFields(
      "reset", before: [sender], "reset MAIL mail.sort --json", at: "0", "key old changed"),
    ContractFields(
      "import", before: [sender, "echo '{\"mail.sort\": \"size\"}' >f"], "import MAIL f --json",
      at: "0", changed),
    ContractFields("undo", before: [sender], "undo MAIL --json", at: "0", "key old changed"),
    ContractFields("diff", before: [sender], "diff MAIL --json", at: "0", "key left right"),
    ContractFields(
      "history", before: [sender, "settee set MAIL mail.sort size", "settee history MAIL >h"],
      "history MAIL --json | tail -1", "key old new source time user program pid"),
    ContractFields("push", before: [sender], "push MAIL --json", "sent taken conflicts revision"),
    ContractFields("pull", before: [sender], "pull MAIL --json", "sent taken conflicts revision"),
    ContractFields("sync", before: [sender], "sync MAIL --json", "sent taken conflicts revision"),
    ContractFields(
      "devices",
      before: [
        sender, "settee set org.settee.settee cloud.name desk --type string",
        "settee push MAIL",
      ], "devices MAIL --json", at: "0", "id name seen this"),
    ContractFields(
      "status", before: [sender, "settee push MAIL"], "status MAIL --json",
      "mirror reachable revision pending incoming conflicts missing last"),
  ]
}

import Settee
import SetteeEditor

extension Verb {
  /// `path`: the file of an app's values.
  static let path = Verb(
    "path", "prints the file that holds an app's values",
    operands: [.app],
    notes: ["--layer site or managed prints that layer's file. The file may not exist yet."],
    examples: ["path mail", "path mail --layer managed"]
  ) { call in
    let finder = try call.finder()
    let app = try finder.open(call.invocation.operands[0])
    let path = finder.locations.file(app.domains[0].name, call.layer)
    try call.console.line(path)
    return .done
  }
}

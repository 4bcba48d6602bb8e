import Settee
import SetteeEditor

extension Verb {
  /// `find`: a search over all apps.
  static let find = Verb(
    "find", "searches titles, keys, help and choices of all apps",
    operands: [Operand("WORD", .text)], options: [.json],
    notes: [
      "A line is domain, key, value as JSON and origin, with TABs between. It exits 1 when nothing matches. Secrets and values are not searched."
    ],
    examples: ["find password"]
  ) { call in
    let word = call.invocation.operands[0].lowercased()
    let finder = try call.finder()
    var objects: [JSON] = []
    for name in finder.domainNames() {
      // One app that cannot be read must not hide what the others have.
      guard let app = try? finder.open(name) else { continue }
      for place in app.places where place.matches(word) {
        let row = Row(place)
        let domain = place.domain.name.text
        objects.append(row.object(tellsSecrets: false, domain: domain))
        if !call.has("json") {
          try call.console.line("\(domain)\t\(row.line(tellsSecrets: false))")
        }
      }
    }
    if call.has("json") { try call.write(.array(objects)) }
    return objects.isEmpty ? .no : .done
  }
}

extension Place {
  fileprivate func matches(_ word: String) -> Bool {
    let control = setting?.control
    let texts = [key, control?.title, control?.help] + (control?.choices.map(\.title) ?? [])
    return texts.contains { $0?.lowercased().contains(word) ?? false }
  }
}

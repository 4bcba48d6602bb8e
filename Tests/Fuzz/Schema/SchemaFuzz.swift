// A libFuzzer target for bundles. An input consists of a Root.plist, a child pane, and a strings
// table, separated by lines with `====`. The target reads every property that a front end uses.

import SetteeValues
import SetteeSchema

@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  let parts = split(input)
  var files = ["B.bundle/Root.plist": parts[0]]
  if parts.count > 1 { files["B.bundle/More.plist"] = parts[1] }
  if parts.count > 2 { files["B.bundle/de.lproj/Root.strings"] = parts[2] }
  let memory = BundleFiles.memory(files)
  let options = BundleOptions(languages: ["de"], idiom: .phone, inApp: true)
  if let bundle = try? SettingsBundle(at: "B.bundle", options: options, files: memory) {
    for control in bundle.controls { exercise(control) }
  }
  for finding in (try? Finding.all(at: ["B.bundle"], files: memory)) ?? [] {
    precondition(!finding.text.contains("\n"), "a finding is one line")
    _ = finding.gitHubAnnotation
  }
  return 0
}

/// Reads the properties of a control that rows and commands use.
private func exercise(_ control: Control) {
  _ = (control.label, control.allowed, control.subtitle?.text(for: control.defaultValue))
  if let value = control.defaultValue {
    _ = (control.check(value), control.isOn(value), control.choiceIndex(of: value))
    let text = control.text(of: value)
    if case .success(let parsed) = control.parse(text) {
      precondition(control.check(parsed) == nil, "what parse takes, check takes")
    }
  }
  for text in ["", "on", "12", "-1e300", "2026-02-28T10:00", "\u{0}\n"] { _ = control.parse(text) }
  for condition in control.visibleWhen + control.enabledWhen {
    _ = condition.holds(for: control.defaultValue)
  }
}

/// Splits an input at the lines with four equals signs.
private func split(_ input: [UInt8]) -> [[UInt8]] {
  let mark = Array("\n====\n".utf8)
  var parts: [[UInt8]] = [[]]
  var index = 0
  while index < input.count {
    if input[index...].starts(with: mark), parts.count < 3 {
      parts.append([])
      index += mark.count
    } else {
      parts[parts.count - 1].append(input[index])
      index += 1
    }
  }
  return parts
}

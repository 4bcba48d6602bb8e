/// Words as a POSIX shell reads them back.
package enum ShellWord {
  /// The word, quoted where the shell would not take it as it is.
  package static func quoted(_ word: String) -> String {
    guard word.isEmpty || !word.utf8.allSatisfy(isPlain) else { return word }
    var result = "'"
    for scalar in word.unicodeScalars {
      switch scalar {
      case "'": result += "'\\''"
      // NB: fish reads \\ and \' in single quotes too.
      case "\\": result += "'\\\\'"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "+"),
      UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: "%"):
      true
    default: false
    }
  }
}

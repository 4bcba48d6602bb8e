import Foundation
import Testing

/// Tests access control lists and extended attributes of files that a write replaces.
@Suite struct `Access control lists and extended attributes` {
  private static let file = "$XDG_CONFIG_HOME/org.example.app.plist"

  /// Returns a sandbox with a prepared file, or nil if the file system doesn't support the
  /// attributes.
  private func sandbox(_ prepare: String) throws -> Sandbox? {
    let sandbox = try Sandbox()
    #expect(try sandbox.run("set", "org.example.app", "n", "1", "--type", "int").code == 0)
    let prepared = try sandbox.shell(prepare)
    if prepared.code == 0 { return sandbox }
    print("NOTE: no access lists or attributes here: \(prepared.err)")
    return nil
  }

  private func state(_ sandbox: borrowing Sandbox) throws -> String {
    try sandbox.shell(
      "stat -c '%a %u %g' \(Self.file); getfacl -cpn \(Self.file)"
        + "; getfattr --absolute-names -d -m - \(Self.file) | grep -v posix_acl | sort | od -c"
    ).out
  }

  @Test(arguments: [
    "setfacl -m u:nobody:rw,g::---,m::rw F", "setfattr -n user.note -v hello F",
    #"setfattr -n "$(printf 'user.\377\376')" -v x F"#,
    "setfacl -m g:1:r F; setfattr -n user.a -v 1 F; setfattr -n user.b F",
    "chmod 640 F; setfacl -d -m u:nobody:rw $XDG_CONFIG_HOME",
    "setfacl -m u:nobody:r F; setfacl -d -m g:1:rwx $XDG_CONFIG_HOME",
  ])
  func `a write keeps the attributes`(prepare: String) throws {
    let line = "set -e; " + prepare.replacingOccurrences(of: " F", with: " \(Self.file)")
    guard let sandbox = try sandbox(line) else { return }
    let before = try state(sandbox)
    for number in 2...3 {
      let set = try sandbox.run("set", "org.example.app", "n", "\(number)", "--type", "int")
      #expect(set.code == 0, "\(set)")
      #expect(try state(sandbox) == before)
    }
    // Only the owner may have access to the copy of a corrupt file.
    let mended = try sandbox.shell(
      "echo garbage >\(Self.file); settee set org.example.app n 4 --type int"
        + "; getfacl -cpn \(Self.file).corrupt-1 | grep -c 'effective:r'; stat -c %a \(Self.file).corrupt-1"
    )
    #expect(mended.out.hasSuffix("0\n600\n") || mended.out.hasSuffix("\n600\n"), "\(mended)")
    #expect(try state(sandbox) == before)
  }
}

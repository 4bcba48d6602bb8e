#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file operation that failed: what was done, where, and the reason that the system gave.
package struct FileFault: Error, Equatable {
  /// What was done, as the start of a sentence: “read”, “write”.
  let operation: String
  let path: String
  let code: Int32

  /// Nothing stands at the path.
  var isMissing: Bool { code == ENOENT }

  /// The caller has no right to the place, or nobody has.
  var isDenied: Bool { code == EACCES || code == EPERM || code == EROFS }

  /// One sentence: what, where, why, and what to do where that helps.
  package var message: String { "Cannot \(operation) \(path): \(reason)." }

  /// Why, and what to do where that helps: a part of a sentence whose reader knows the place.
  package var reason: String {
    if code == ErrorNumber.untrusted {
      return
        "a link on the way, or the file itself, is of a user who does not own what it leads to;"
        + " remove it, or work as that user"
    }
    let reason = String(cString: strerror(code)).lowercasedFirst
    return "\(reason)\(Self.advice[code].map { "; " + $0 } ?? "")"
  }

  private static let advice: [Int32: String] = [
    ENOSPC: "make room and try again",
    EDQUOT: "your quota is used up, remove something and try again",
    ENOLCK: "its file system keeps no locks, so no two programs could safely write there;"
      + " have locking turned on, or keep the file elsewhere",
    EACCES: "check who owns it and its mode",
    ENOTDIR: "move away what stands there",
    EROFS: "make it writable, or name another folder by the XDG variables",
    EMFILE: "the program has too many files open",
    ENFILE: "the machine has too many files open",
  ]
}

extension String {
  fileprivate var lowercasedFirst: String {
    prefix(1).lowercased() + dropFirst()
  }
}

extension DomainError {
  /// What a failed file operation is for the caller of a domain.
  init(_ fault: FileFault) {
    self.init(.io, fault.message)
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that only the user can read, in a folder for short-lived files, for an editor to change.
struct ScratchFile {
  let path: String

  /// Makes a file with this content.
  init(_ content: String, suffix: String, environment: [String: String]) throws(Failure) {
    let folders = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { environment[$0] }
    let folder = folders.first { $0.hasPrefix("/") && access($0, W_OK) == 0 } ?? "/tmp"
    var template = Array("\(folder)/settee-XXXXXX\(suffix)".utf8CString)
    let file = mkstemps(&template, Int32(suffix.utf8.count))
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard file >= 0 else {
      throw Failure(
        .io, "No file could be made in \(folder): \(StandardStreams.reason(errno)); set TMPDIR.")
    }
    self.path = path
    defer { close(file) }
    try StandardStreams.write(Array(content.utf8), to: file)
  }

  /// The content as it is now; an editor may have replaced the file.
  func content() throws(Failure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw Failure(.io, "\(path) could not be read: \(StandardStreams.reason(errno)).")
    }
    defer { close(file) }
    return try StandardStreams.readAll(file, limit: 64 << 20)
  }

  func remove() { unlink(path) }
}

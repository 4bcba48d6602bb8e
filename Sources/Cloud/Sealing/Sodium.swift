import CSetteeSodium
import SetteeValues

/// The interface to libsodium, which performs all cryptographic operations in Settee.
///
/// The page `Decisions/EncryptionWithLibsodium` explains why Settee uses libsodium.
enum Sodium {
  /// Throws an error if the libsodium library is unavailable.
  ///
  /// Call this method before any other method of this type.
  static func check(_ place: String) throws {
    guard let reason = settee_sodium_open() else { return }
    throw CloudError(
      .unreachable,
      "An encrypted mirror at \(place) needs libsodium: \(String(cString: reason)); install it "
        + "(Debian: libsodium23).")
  }

  static let nonceCount = 24
  static let tagCount = 16

  static func random(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    settee_sodium_random(&bytes, count)
    return bytes
  }

  /// Encrypts data, and authenticates it along with the unencrypted bytes in `bound`.
  static func seal(
    _ text: UnsafeRawBufferPointer, boundTo bound: [UInt8], nonce: [UInt8], with key: SecretBytes
  ) -> [UInt8] {
    precondition(nonce.count == nonceCount && key.count == 32)
    var sealed = [UInt8](repeating: 0, count: text.count + tagCount)
    key.withBytes {
      settee_sodium_seal(
        &sealed, text.baseAddress, text.count, bound, bound.count, nonce, $0.baseAddress)
    }
    return sealed
  }

  /// Decrypts the output of ``seal(_:boundTo:nonce:with:)``, or returns `false` if it was modified.
  static func open(
    _ sealed: ArraySlice<UInt8>, boundTo bound: [UInt8], nonce: ArraySlice<UInt8>,
    with key: SecretBytes, into text: UnsafeMutableRawBufferPointer
  ) -> Bool {
    guard nonce.count == nonceCount, key.count == 32, sealed.count == text.count + tagCount else {
      return false
    }
    return sealed.withUnsafeBytes { sealed in
      key.withBytes { key in
        settee_sodium_unseal(
          text.baseAddress, sealed.baseAddress, sealed.count, bound, bound.count, Array(nonce),
          key.baseAddress) == 0
      }
    }
  }

  /// Returns the keyed BLAKE2b hash of a sequence of bytes.
  static func hash(_ text: [UInt8], count: Int, with key: SecretBytes) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: count)
    key.withBytes { settee_sodium_hash(&hash, count, text, text.count, $0.baseAddress, $0.count) }
    return hash
  }

  /// Derives a separate key for a specific purpose from another key.
  static func derive(_ use: String, from key: SecretBytes) -> SecretBytes {
    let label = Array("settee 1 \(use)".utf8)
    return SecretBytes(count: 32) { memory in
      key.withBytes {
        settee_sodium_hash(memory.baseAddress, 32, label, label.count, $0.baseAddress, $0.count)
      }
    }
  }

  /// Derives a key from a passphrase with Argon2id, or returns `nil` if there isn't enough memory.
  static func stretch(
    _ passphrase: SecretBytes, salt: [UInt8], _ cost: Seal.Cost, count: Int = 32
  ) -> SecretBytes? {
    var isDone = false
    let key = SecretBytes(count: count) { memory in
      isDone = passphrase.withBytes {
        settee_sodium_stretch(
          memory.baseAddress, count, $0.baseAddress, $0.count, salt, cost.passes, Int(cost.memory))
          == 0
      }
    }
    return isDone ? key : nil
  }
}

/// A memory buffer for an encryption key or a passphrase.
///
/// The buffer is excluded from swap and core dumps, and it is zeroed when it is freed. Call
/// `Sodium.check(_:)` before creating the first instance.
package final class SecretBytes: @unchecked Sendable {
  // Only the initializer writes to this memory, so any thread can read it.
  private let memory: UnsafeMutableRawPointer
  package let count: Int

  /// Allocates protected memory and calls `fill` to initialize it.
  package init(count: Int, _ fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
    guard let memory = settee_sodium_memory(max(count, 1)) else {
      fatalError("Out of memory for an encryption key.")
    }
    (self.memory, self.count) = (memory, count)
    try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
  }

  deinit { settee_sodium_free(memory) }

  /// Moves secret bytes into protected memory and zeroes the original.
  package convenience init(wiping bytes: inout [UInt8]) {
    self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    Self.wipe(&bytes)
  }

  static func random(_ count: Int) -> SecretBytes {
    SecretBytes(count: count) { settee_sodium_random($0.baseAddress, count) }
  }

  package func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// Returns whether two secrets are equal, in a time that doesn't depend on their contents.
  package static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    guard left.count == right.count else { return false }
    return left.withBytes { left in
      right.withBytes { right in zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0 }
    }
  }

  package static func wipe(_ bytes: inout [UInt8]) {
    settee_sodium_wipe(&bytes, bytes.count)
    bytes = []
  }
}

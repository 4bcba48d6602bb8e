import Foundation
import Testing

@testable import SetteeCloud

/// Compares the libsodium binding with libsodium's published test vectors.
@Suite struct SodiumTests {
  init() throws { try Sodium.check("this test") }

  @Test func `XChaCha20-Poly1305 matches libsodium's test vector`() {
    let text = Array(
      ("Ladies and Gentlemen of the class of '99: If I could offer you "
        + "only one tip for the future, sunscreen would be it.").utf8)
    let key = SecretBytes(count: 32) { key in
      for index in 0..<32 { key[index] = 0x80 + UInt8(index) }
    }
    let nonce: [UInt8] = [7, 0, 0, 0] + (0x40...0x53).map { $0 }
    let bound: [UInt8] = [0x50, 0x51, 0x52, 0x53] + (0xC0...0xC7).map { $0 }
    let sealed = text.withUnsafeBytes {
      Sodium.seal($0, boundTo: bound, nonce: nonce, with: key)
    }
    #expect(
      sealed.hex
        == "f8ebea4875044066fc162a0604e171feecfb3d20425248563bcfd5a155dcc47bbda70b86e5ab9b55"
        + "002bd1274c02db35321acd7af8b2e2d25015e136b7679458e9f43243bf719d639badb5feac03f80a"
        + "19a96ef10cb1d15333a837b90946ba3854ee74da3f2585efc7e1e170e17e15e563e77601f4f85caf"
        + "a8e5877614e143e68420")
    var opened = [UInt8](repeating: 0, count: text.count)
    let isGood = opened.withUnsafeMutableBytes {
      Sodium.open(sealed[...], boundTo: bound, nonce: nonce[...], with: key, into: $0)
    }
    #expect(isGood && opened == text)
  }

  @Test func `Argon2id matches libsodium's test vector`() throws {
    var passphrase = try #require(
      [UInt8](
        hex:
          "4a857e2ee8aa9b6056f2424e84d24a72473378906ee04a46cb05311502d5250b82ad86b83c8f20a23dbb74"
          + "f6da60b0b6ecffd67134d45946ac8ebfb3064294bc097d43ced68642bfb8bbbdd0f50b30118f5e"))
    let salt = try #require([UInt8](hex: "39d82eef32010b8b79cc5ba88ed539fb"))
    let key = try #require(
      Sodium.stretch(
        SecretBytes(wiping: &passphrase), salt: salt, Seal.Cost(passes: 3, memory: 1_432_947),
        count: 190))
    #expect(passphrase.isEmpty)
    #expect(
      key.withBytes { $0.prefix(32).hex }
        == "08d8cd330c57e1b4643241d05bb468ba4ee4e932cd0858816be9ef15360b27bb")
  }

  @Test(arguments: [
    ("", "10ebb67700b1868efb4417987acf4690ae9d972fb7a590c2f02871799aaa4786"),
    ("0001", "da2cfbe2d8409a0f38026113884f84b50156371ae304c4430173d08a99d9fb1b"),
    ("0001020304", "098084b51fd13deae5f4320de94a688ee07baea2800486689a8636117b46c1f4"),
  ])
  func `keyed BLAKE2b matches libsodium's test vectors`(text: String, hash: String) throws {
    let key = SecretBytes(count: 64) { key in for index in 0..<64 { key[index] = UInt8(index) } }
    let text = try #require([UInt8](hex: text))
    #expect(Sodium.hash(text, count: 64, with: key).hex.hasPrefix(hash))
  }
}

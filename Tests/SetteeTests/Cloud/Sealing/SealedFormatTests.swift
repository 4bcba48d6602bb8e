import Foundation
import SetteeValues
import SetteeTestSupport
import Testing

@testable import SetteeCloud

/// Compares the example on the page `EncryptedMirrorFormat` with the implementation byte by byte,
/// and opens it with an independent reader.
@Suite struct SealedFormatTests {
  private let key: AccountKey
  private let device = CloudDevice(random: 0x0123_4567_89AB_CDEF)

  init() throws {
    try Sodium.check("this test")
    let root = SecretBytes(count: 32) { root in for index in 0..<32 { root[index] = UInt8(index) } }
    key = AccountKey(
      root, epoch: SealEpoch(number: 1, bytes: (0x20..<0x30).map { $0 }), account: "default")
  }

  private func sealed() throws -> [UInt8] {
    var document = CloudDocument(mirror: "fedcba9876543210")
    let write = CloudWrite(sequence: 1, nonce: 0xCAFE)
    document.devices[device] = CloudDeviceEntry(written: write, time: 1_700_000_000_000)
    document.records["colour"] = CloudRecord(
      value: "teal", stamp: CloudStamp(time: 1_700_000_000_000, count: 0, device: device),
      push: CloudPush(device: device, sequence: 1))
    let bytes = try document.fileBytes(isSealed: true)
    let nonce = (0x40..<0x58).map { UInt8($0) }
    return try #require(
      key.seal(bytes, of: document, domain: "org.example.mail", device: device, nonce: nonce))
  }

  @Test func `the example on the page matches the implementation`() throws {
    let sealed = try sealed()
    #expect(key.token(of: "org.example.mail").hex == "b2bae282c510d348050b453350972e5c")
    #expect(key.token(of: device, in: "org.example.mail").id == "c5f393da4b15cdc3")
    #expect(
      sealed[..<80].hex
        == "5345545445452f31202122232425262728292a2b2c2d2e2fb2bae282c510d348050b453350972e5c"
        + "c5f393da4b15cdc3000000000000cafe404142434445464748494a4b4c4d4e4f5051525354555657")
    #expect(sealed.suffix(16).hex == "adbb0848896af85e0439eade77850a0c")
    #expect(sealed.count == 4096)
    #expect(Seal.stem(of: "default") == "settee-seal-ebada5168620c5fe")
    let page = try String(
      contentsOfFile: "Sources/Settee/Settee.docc/EncryptedMirrorFormat.md", encoding: .utf8)
    for text in [
      sealed[..<80].hex, key.token(of: "org.example.mail").hex,
      sealed.suffix(16).hex,
    ] {
      #expect(page.contains(text))
    }
  }

  /// Opens the example with a reader in another language that was written from the page alone.
  @Test func `a reader written from the page alone opens the example`() throws {
    let machine = try SetteeTestSupport.Machine()
    let file = "\(machine.root)/document"
    try Data(try sealed()).write(to: URL(fileURLWithPath: file))
    let run = try machine.run(["/usr/bin/python3", "-c", Self.reader, file])
    #expect(run.out == "org.example.mail fedcba9876543210 teal\n", "\(run)")
  }

  private static let reader = """
    import ctypes, plistlib, sys
    sodium = ctypes.CDLL("libsodium.so.23")
    sodium.sodium_init()
    def hash(text, count, key):
        out = ctypes.create_string_buffer(count)
        sodium.crypto_generichash(out, ctypes.c_size_t(count), text, ctypes.c_ulonglong(len(text)),
                                  key, ctypes.c_size_t(len(key)))
        return out.raw
    root = bytes(range(32))
    documents, names = (hash(b"settee 1 " + use, 32, root) for use in (b"documents", b"names"))
    sealed = open(sys.argv[1], "rb").read()
    assert sealed[:8] == b"SETTEE/1" and sealed[8:24] == bytes(range(0x20, 0x30))
    text = ctypes.create_string_buffer(len(sealed) - 80 - 16)
    result = sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
        text, None, None, sealed[80:], ctypes.c_ulonglong(len(sealed) - 80), sealed[:56],
        ctypes.c_ulonglong(56), sealed[56:80], documents)
    assert result == 0
    def take(rest):
        count = int.from_bytes(rest[:4], "big")
        return rest[4:4 + count], rest[4 + count:]
    domain, rest = take(text.raw)
    document, rest = take(rest)
    assert not rest.strip(bytes(1))
    assert sealed[24:40] == hash(b"domain\\0default\\0" + domain + bytes(1), 16, names)
    plist = plistlib.loads(document)
    device, = plist["devices"]
    place = b"device\\0default\\0" + domain + bytes(1) + device.encode() + bytes(1)
    assert sealed[40:48] == hash(place, 8, names)
    word = plist["devices"][device]["write"].split(".")[1]
    assert int(word, 16) == int.from_bytes(sealed[48:56], "big")
    print(domain.decode(), plist["mirror"], plist["records"]["colour"]["value"])
    """
}

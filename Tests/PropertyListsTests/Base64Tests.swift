import Foundation
@testable import SetteePropertyLists
import Testing

@Suite struct Base64Tests {
  @Test func `bytes of every length are written and read as Foundation does`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
      let text = Base64.text(of: bytes)
      #expect(text == Data(bytes).base64EncodedString())
      #expect(Base64.bytes(of: text) == bytes)
    }
  }

  @Test(arguments: [
    "a", "ab", "abc", "ab=c", "a===", "====", "ab!=", "abcd=", "äbcd", "ab\n=", "=abc",
  ])
  func `what is no base 64 is refused`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }
}

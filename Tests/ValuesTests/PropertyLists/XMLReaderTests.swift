import Foundation
import SetteeValues
import Testing

@Suite struct XMLReaderTests {
  @Test func `every type is read`() throws {
    let value = try PropertyList(
      reading: xml(
        """
        <dict>
          <key>text</key><string>a &lt; b<![CDATA[ & <c>]]>&#xE9;</string>
          <key>whole</key><integer>-12</integer>
          <key>big</key><integer>18446744073709551615</integer>
          <key>real</key><real>1.5</real>
          <key>yes</key><true/>
          <key>no</key><false></false>
          <key>date</key><date>2001-01-01T00:01:00Z</date>
          <key>data</key><data>AAEC</data>
          <key>list</key><array><string/><array/></array>
          <key>dict</key><dict/>
          <key>uid</key><dict><key>CF$UID</key><integer>7</integer></dict>
        </dict>
        """))
    #expect(
      value == [
        "text": "a < b & <c>é", "whole": -12, "big": .bigInteger(.max), "real": 1.5, "yes": true,
        "no": false, "date": .date(Date(timeIntervalSinceReferenceDate: 60)),
        "data": .data(Data([0, 1, 2])), "list": ["", []], "dict": [:], "uid": .uid(7),
      ])
  }

  @Test func `values and keys have their line and column`() throws {
    let document = try PropertyListDocument(
      reading: xml(
        "<dict>\n  <key>é</key><string>x</string>\n\t<key>b</key><array><true/></array>\n</dict>"))
    #expect(document.root.place == .text(line: 2, column: 1))
    #expect(document.root["é"]?.keyPlace == .text(line: 3, column: 3))
    #expect(document.root["é"]?.place == .text(line: 3, column: 15))
    #expect(document.root["b"]?.elements.first?.place == .text(line: 4, column: 21))
    #expect(document.root.entries.map(\.key) == ["é", "b"])
  }

  func xml(_ content: String) -> [UInt8] {
    Array("<plist version=\"1.0\">\n\(content)\n</plist>\n".utf8)
  }
}

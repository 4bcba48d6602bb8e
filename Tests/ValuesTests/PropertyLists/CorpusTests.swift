import Foundation
import SetteeValues
import SetteeTestSupport
import Testing

@Suite(.enabled(if: ProjectFolder.corpus != nil)) struct CorpusTests {
  @Test func `files that Foundation can read have equal values`() {
    for (path, bytes) in Corpus.files {
      guard let expected = Oracle.read(bytes) else { continue }
      do {
        let document = try PropertyListDocument(reading: bytes)
        #expect(document.value == expected, "\(path)")
        #expect(try PropertyList(reading: bytes) == expected, "\(path)")
      } catch {
        Issue.record("\(path): \(error)")
      }
    }
  }

  @Test func `written XML equals Foundation's byte for byte`() throws {
    for (path, bytes) in Corpus.files {
      guard let value = try? PropertyListDocument(reading: bytes).value else { continue }
      #expect(try value.xml() == Oracle.write(value, .xml), "\(path)")
      #expect(try PropertyList(reading: value.binary()) == value, "\(path)")
      #expect(try Oracle.read(value.binary()) == value, "\(path)")
      #expect(try PropertyList(reading: Oracle.write(value, .binary)) == value, "\(path)")
    }
  }

  @Test func `files that Foundation rejects are rejected with a location or read with notes`() {
    for (path, bytes) in Corpus.files where Oracle.read(bytes) == nil {
      do {
        let document = try PropertyListDocument(reading: bytes)
        print("read with notes: \(path)", document.notes.map { ($0.place, $0.message) })
      } catch {
        print("refused: \(path)", error)
      }
    }
  }
}

import Settee
import SetteeSuites
import Testing

/// The mirror in memory against the published suite.
@Suite struct MemoryMirrorTests {
  @Test(arguments: CloudMirrorSuite.checks)
  func `memory keeps the promises of a mirror`(check: CloudMirrorSuite.Check) throws {
    let mirror = KeyedMirror(MemoryStore())
    try check.run { mirror }
  }
}

import Settee
import SetteeSuites
import Testing

@testable import SetteeEtcd

/// The etcd mirror against the published suite, at a real etcd.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdSuiteTests {
  @Test func `etcd keeps the promises of a mirror`() throws {
    let server = try EtcdServer()
    for check in CloudMirrorSuite.checks {
      do {
        try check.run { try server.mirror() }
      } catch {
        Issue.record("\(check): \(error)")
      }
    }
  }
}

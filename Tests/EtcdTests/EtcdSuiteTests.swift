import Settee
import SetteeSuites
import Testing

@testable import SetteeEtcd

/// Runs the published mirror suite on a real etcd.
@Suite(.enabled(if: EtcdServer.program != nil, "etcd is not installed"))
struct EtcdSuiteTests {
  @Test func `the etcd mirror passes the mirror suite`() throws {
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

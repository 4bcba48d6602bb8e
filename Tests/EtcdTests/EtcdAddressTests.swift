import Settee
import Testing

@testable import SetteeEtcd

@Suite struct EtcdAddressTests {
  @Test func `an address names endpoints, the account, and whether TLS is used`() throws {
    let address = try EtcdAddress("etcds://one.example:2379,[::1]:2380,three/ada")
    #expect(address.isSecure)
    #expect(address.endpoints == ["one.example:2379", "[::1]:2380", "three:2379"])
    #expect(address.account == "ada")
    #expect(address.description == "etcds://one.example:2379,[::1]:2380,three:2379/ada")
    #expect(try !EtcdAddress("etcd://localhost:1/x").isSecure)
  }

  @Test(arguments: [
    "http://host:2379/ada", "etcd://host:2379", "etcd://host:2379/", "etcd:///ada",
    "etcd://host:0/ada", "etcd://host:99999/ada", "etcd://host:+1/ada", "etcd://a b:1/ada",
    "etcd://host:1,/ada", "etcd://host:1/a/b", "etcd://[::1/ada", "etcd://host\u{1B}[2J:1/ada",
  ])
  func `an invalid address is rejected with a suggestion`(url: String) {
    let error = #expect(throws: CloudError.self) { try EtcdAddress(url) }
    #expect(error?.code == .usage)
  }

  @Test func `a password in an address is rejected and not repeated`() {
    let error = #expect(throws: CloudError.self) {
      try EtcdAddress("etcd://ada:hunter2@host:2379/ada")
    }
    #expect(error?.message.contains("hunter2") == false)
    #expect(error?.message.contains("SETTEE_MIRROR_PASSWORD") == true)
  }
}

public import Settee

extension CloudMirror {
  /// A cluster of etcd, which may ask for TLS and a user; nothing is sent until it is used.
  public static func etcd(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) -> CloudMirror {
    CloudMirror(KeyedMirror(address, security: security, credentials: credentials))
  }
}

extension KeyedMirror {
  /// The mirror in a cluster of etcd; all calls block, the watch has a thread of its own.
  init(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) {
    HTTPConnection.prepare()
    self.init(EtcdClient(address: address, security: security, credentials: credentials))
  }
}

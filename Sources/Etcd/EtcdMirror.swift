public import Settee

extension CloudMirror {
  /// Returns a mirror in an etcd cluster, optionally with TLS and authentication.
  ///
  /// No request is sent to the cluster until the mirror is used.
  public static func etcd(
    _ address: EtcdAddress, security: TLSFiles = TLSFiles(), credentials: CloudCredentials? = nil
  ) -> CloudMirror {
    CloudMirror(EtcdClient(address, security: security, credentials: credentials))
  }
}

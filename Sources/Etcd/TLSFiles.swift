/// The files that a secure connection needs; what is not named comes from the system.
public struct TLSFiles: Sendable, Equatable {
  /// The certificates of the authorities to trust.
  public var authority: String?
  /// The certificate of this client.
  public var certificate: String?
  /// The private key of that certificate.
  public var key: String?

  /// Names the files.
  ///
  /// - Parameters:
  ///   - authority: The certificates of the authorities to trust.
  ///   - certificate: The certificate of this client.
  ///   - key: The private key of that certificate.
  public init(authority: String? = nil, certificate: String? = nil, key: String? = nil) {
    self.authority = authority
    self.certificate = certificate
    self.key = key
  }
}

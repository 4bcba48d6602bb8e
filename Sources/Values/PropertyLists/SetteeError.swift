/// An error with a code for programs and a message for users.
///
/// Stores, domains, cloud mirrors, and commands all throw this type.
public struct SetteeError: Error, Sendable, CustomStringConvertible {
  /// A code for an error, which determines how a program can respond.
  ///
  /// Future versions of Settee might add more codes.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Code: Sendable {
    // MARK: Stores

    /// The declaration of a setting is invalid, which is a programming error in the app.
    case declaration
    /// A value doesn't meet the rules of its setting or can't be stored.
    case invalidValue
    /// An administrator manages the key.
    case managed
    /// A settings file of a store couldn't be read or written.
    case storage
    /// The settings can't be changed, for example because they belong to a snapshot.
    case notWritable

    // MARK: Domains and commands

    /// The request is invalid, for example because of a malformed name, path, or address.
    case usage
    /// Settee couldn't read or write a file, whose old content is unchanged.
    case io
    /// Another thread or process holds the lock of the file, and waiting for it timed out.
    case busy
    /// The value is invalid, or the file can't contain it.
    case invalid
    /// The key is managed, or the caller isn't allowed to change the layer.
    case denied
    /// Settee didn't make the change, because the value was changed in the meantime, or the user
    /// must resolve a conflict or decide about a missing value.
    case conflict
    /// The setting, file, or other target of the operation doesn't exist.
    case missing
    /// Neither the settings bundle nor the user specifies a domain.
    case missingDomain
    /// The path of a settings bundle doesn't exist.
    case missingBundle
    /// The path exists but doesn't refer to a settings bundle.
    case notABundle
    /// The file `Root.plist` of a settings bundle is invalid, empty, or unreadable.
    case unreadableBundle
    /// The format of a settings file can't be determined.
    case unknownFormat
    /// The terminal can't be opened.
    case terminal
    /// The terminal is of a type that Settee can't use.
    case unsupportedTerminal

    // MARK: Cloud sync

    /// The cloud mirror can't be reached or didn't respond in time.
    case unreachable
    /// The cloud mirror rejected the request to read or write settings.
    ///
    /// Possible reasons are missing permissions, a full disk, a corrupt document, or a missing
    /// marker.
    case refused
    /// The settings exceed a limit of the cloud mirror, so nothing was sent.
    case overLimits
    /// A file that the sync needs on this device couldn't be read or written.
    case local
    /// The domain was synced with a different account, so nothing was sent or received.
    case otherAccount
  }

  /// A code that programs can check.
  public let code: Code
  /// The key of the setting that caused the error, or `nil` if the error doesn't concern a single
  /// setting.
  public let key: String?
  /// A message for the user that explains the failure and suggests a solution.
  public let message: String
  /// The path of the file that caused the error, or `nil` if the error doesn't concern a single
  /// file.
  package let file: String?
  /// The error that caused this error, or `nil` if there is none.
  public let underlying: (any Error)?
  /// A value that the user can specify to avoid the error, such as a domain.
  package var suggestion: String?
  /// A Boolean value that indicates whether the cloud mirror might have processed the failed
  /// request.
  package var mayHaveSucceeded = false

  package init(
    _ code: Code, key: String? = nil, _ message: String, file: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.key = key
    self.message = message
    self.file = file
    self.underlying = underlying
  }

  /// Converts an error of any type to an error with the specified code, unless it is a
  /// `SetteeError`.
  package init(_ error: any Error, code: Code = .io) {
    switch error {
    case let error as SetteeError: self = error
    case let error as ParseError: self.init(.invalid, "\(error)", underlying: error)
    default: self.init(code, "\(error)", underlying: error)
    }
  }

  /// The error message that Settee shows to the user.
  public var description: String { message }

  /// The exit code of a command that fails with this error.
  package var exitCode: Int32 {
    if let cause = underlying as? SetteeError { return cause.exitCode }
    return switch code {
    case .missing: 1
    case .usage, .declaration, .missingDomain, .missingBundle, .notABundle,
      .unknownFormat:
      2
    case .invalid, .invalidValue, .overLimits: 3
    case .denied, .managed: 4
    case .io, .busy, .storage, .notWritable, .local, .unreadableBundle: 5
    case .conflict, .otherAccount: 6
    case .unreachable, .refused: 7
    case .terminal, .unsupportedTerminal: 8
    }
  }
}

extension SetteeError: Equatable {
  /// Returns whether two errors have the same code, key, and message.
  public static func == (one: SetteeError, other: SetteeError) -> Bool {
    one.code == other.code && one.key == other.key && one.message == other.message
  }
}

/// Which Settee this is.
public enum Version {
  /// The version, as `settee --version` prints it.
  public static let version = "0.1.0"
}

/// The format of a property-list file.
public enum PropertyListFormat: Sendable, Equatable {
  /// `<plist version="1.0">…`
  case xml
  /// `bplist00…`
  case binary
  /// OpenStep text, `.strings` tables included.
  case oldStyle
}

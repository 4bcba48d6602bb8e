#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One value of a property list, of any of the formats: XML, binary or old-style text.
///
/// `==` is exact: the same type and the same content, text compared by its code units (so that
/// `é` and `e` + U+0301 differ, as they do in a file), reals by value with every NaN equal. To ask
/// whether a stored value *means* a choice of a settings pane, use ``matches(_:)``.
public enum PropertyList: Sendable {
  /// Text.
  case string(String)
  /// A whole number that fits 64 signed bits.
  case integer(Int64)
  /// A whole number above `Int64.max`. ``init(_:)-(UInt64)`` picks the right case.
  case bigInteger(UInt64)
  /// A floating-point number.
  case real(Double)
  /// True or false.
  case boolean(Bool)
  /// A moment.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Values in order.
  case array([PropertyList])
  /// Values by key, in the order of the file.
  case dictionary(PropertyListDictionary)
  /// An object reference of a keyed archive, which only binary files hold; preserved, never made.
  case uid(UInt64)
}

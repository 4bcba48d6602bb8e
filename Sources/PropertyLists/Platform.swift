// `Date` and `Data` are what values are made of: whoever imports this module has them. Where there is
// FoundationEssentials, Foundation as a whole would cost every start four milliseconds.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

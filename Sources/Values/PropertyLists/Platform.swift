// Re-export the module that defines `Date` and `Data`. Prefer FoundationEssentials, because loading
// all of Foundation takes four milliseconds at startup.

#if canImport(FoundationEssentials)
  @_exported public import FoundationEssentials
#else
  @_exported public import Foundation
#endif

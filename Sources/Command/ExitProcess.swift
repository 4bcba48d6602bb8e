#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends the process; what is registered for its end still runs.
func exitProcess(_ code: Int32) -> Never { exit(code) }

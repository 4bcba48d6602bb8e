/// What a program tells its caller by its exit code; the numbers are a contract.
package enum ExitCode: Int32, Sendable {
  /// It was done.
  case done = 0
  /// The answer is no: no value, differences found, errors found.
  case no = 1
  /// The words make no sense.
  case usage = 2
  /// The value is not allowed, or a store is over the mirror's limits.
  case invalid = 3
  /// The key is managed, read-only, a secret that nobody asked for, or in a layer that the user has
  /// no right to.
  case denied = 4
  /// Reading or writing failed.
  case io = 5
  /// Somebody else changed the value; nothing was changed here.
  case conflict = 6
  /// The mirror cannot be reached, or refuses.
  case mirror = 7
  /// There is no terminal that could show the editor.
  case terminal = 8
}

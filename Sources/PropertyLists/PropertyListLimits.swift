/// How much a reader takes before it says no, so that a hostile file costs little.
public struct PropertyListLimits: Sendable, Equatable {
  /// The size of a file in bytes.
  public var bytes: Int
  /// How deep arrays and dictionaries may nest.
  public var depth: Int
  /// What the values of a binary file may take when every shared object is written out.
  ///
  /// That is the sum of their text and data in bytes and 16 for each value. A small file can share its way to billions.
  public var expandedBytes: Int

  /// Makes limits.
  public init(
    bytes: Int = 64 << 20, depth: Int = 512, expandedBytes: Int = 256 << 20
  ) {
    self.bytes = min(bytes, Int(Int32.max))
    self.depth = depth
    self.expandedBytes = expandedBytes
  }

  /// 64 MiB of file, 512 levels (as many as Foundation takes), 256 MiB written out.
  public static let standard = PropertyListLimits()

  /// What is written: a little less than is read, so that nobody writes what nobody reads again.
  static let writing = PropertyListLimits(bytes: 63 << 20, expandedBytes: 255 << 20)
}

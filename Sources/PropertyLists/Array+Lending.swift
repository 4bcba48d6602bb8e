extension Array {
  /// Lends out each element in place.
  ///
  /// A `for` loop takes a copy, which counts the references of its texts up and down: half of the
  /// time that writing a file takes.
  @inline(__always)
  func lendEach<Failure: Error>(
    _ work: (borrowing Element) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBufferPointer { (elements) throws(Failure) in
      guard let first = elements.baseAddress else { return }
      for index in 0..<elements.count { try lend(first + index, work) }
    }
  }
}

/// Lends out what a pointer points to.
///
/// That it need not be copyable is what keeps the compiler from copying it.
@inline(__always)
private func lend<Value: ~Copyable, Failure: Error>(
  _ pointer: UnsafePointer<Value>, _ work: (borrowing Value) throws(Failure) -> Void
) throws(Failure) {
  try work(pointer.pointee)
}

extension Array {
  /// Lends out each element in place.
  ///
  /// A `for` loop takes a copy, which counts the references of its texts up and down: half of the
  /// time that writing a file takes.
  @inlinable
  package func lendEach<Failure: Error>(
    _ work: (borrowing Element) throws(Failure) -> Void
  ) throws(Failure) {
    try withUnsafeBufferPointer { (elements) throws(Failure) in
      guard let first = elements.baseAddress else { return }
      for index in 0..<elements.count { try lendOut(first + index, work) }
    }
  }

  /// Lends out one element in place.
  @inlinable
  @inline(__always)
  package func lend<Result>(_ position: Int, _ work: (borrowing Element) -> Result) -> Result {
    withUnsafeBufferPointer { elements in
      precondition(elements.indices.contains(position))
      guard let first = elements.baseAddress else { return work(self[position]) }
      return lendOut(first + position, work)
    }
  }

  /// The position of the first element that passes a test, each lent out in place.
  @inline(__always)
  func firstPosition(where test: (borrowing Element) -> Bool) -> Int? {
    withUnsafeBufferPointer { elements in
      guard let first = elements.baseAddress else { return nil }
      for index in 0..<elements.count where lendOut(first + index, test) {
        return index
      }
      return nil
    }
  }
}

/// Lends out what a pointer points to.
///
/// That it need not be copyable is what keeps the compiler from copying it.
@inlinable
package func lendOut<Value: ~Copyable, Result, Failure: Error>(
  _ pointer: UnsafePointer<Value>, _ work: (borrowing Value) throws(Failure) -> Result
) throws(Failure) -> Result {
  try work(pointer.pointee)
}

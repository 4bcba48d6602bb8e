extension FileDoor {
  /// This door with something that happens before and after each call: for tests that record the
  /// order of calls, or end the process between two of them.
  ///
  /// The path is empty where a call takes a file.
  package func interposed(
    _ moment: @escaping @Sendable (_ call: String, _ path: String) -> Void
  ) -> FileDoor {
    self.replaced { (call, path, body) throws(ErrorNumber) in
      moment(call, path)
      try body()
      moment(call, path)
    }
  }

  /// This door with `around` in place of each call: it runs the call by its last argument, or
  /// throws instead.
  package func replaced(
    _ around:
      @escaping @Sendable (
        _ call: String, _ path: String, _ body: () throws(ErrorNumber) -> Void
      ) throws(ErrorNumber) -> Void
  ) -> FileDoor {
    @Sendable func pass<Value>(
      _ call: String, _ path: String, _ body: () throws(ErrorNumber) -> Value
    ) throws(ErrorNumber) -> Value {
      var result: Value?
      try around(call, path) { () throws(ErrorNumber) in result = try body() }
      guard let result else { throw ErrorNumber(EIO) }
      return result
    }
    typealias One<A, Value> = @Sendable (A) throws(ErrorNumber) -> Value
    typealias Two<A, B, Value> = @Sendable (A, B) throws(ErrorNumber) -> Value
    typealias Three<A, B, C, Value> = @Sendable (A, B, C) throws(ErrorNumber) -> Value
    func wrapped<A, Value>(_ name: String, _ call: @escaping One<A, Value>) -> One<A, Value> {
      { (a) throws(ErrorNumber) in
        try pass(name, a as? String ?? "") { () throws(ErrorNumber) in try call(a) }
      }
    }
    func wrapped<A, B, Value>(
      _ name: String, _ call: @escaping Two<A, B, Value>
    ) -> Two<A, B, Value> {
      { (a, b) throws(ErrorNumber) in
        let path = name == "rename" ? b as? String : a as? String
        return try pass(name, path ?? "") { () throws(ErrorNumber) in try call(a, b) }
      }
    }
    func wrapped<A, B, C, Value>(
      _ name: String, _ call: @escaping Three<A, B, C, Value>
    ) -> Three<A, B, C, Value> {
      { (a, b, c) throws(ErrorNumber) in
        try pass(name, a as? String ?? "") { () throws(ErrorNumber) in try call(a, b, c) }
      }
    }
    return FileDoor(
      open: wrapped("open", open), close: wrapped("close", close), read: wrapped("read", read),
      write: wrapped("write", write), writeAt: wrapped("writeAt", writeAt),
      truncate: wrapped("truncate", truncate), sync: wrapped("sync", sync),
      status: wrapped("status", status), statusOf: wrapped("statusOf", statusOf),
      changeMode: wrapped("changeMode", changeMode),
      changeOwner: wrapped("changeOwner", changeOwner), lock: wrapped("lock", lock),
      rename: wrapped("rename", rename), remove: wrapped("remove", remove),
      makeFolder: wrapped("makeFolder", makeFolder),
      linkTarget: wrapped("linkTarget", linkTarget), names: wrapped("names", names),
      attributes: wrapped("attributes", attributes), attribute: wrapped("attribute", attribute),
      setAttribute: wrapped("setAttribute", setAttribute))
  }
}

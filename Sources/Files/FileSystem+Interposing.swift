extension FileSystem {
  /// Returns a file system that calls a closure before and after each system call.
  ///
  /// Tests use this file system to record the order of calls or to terminate the process between
  /// two calls. The path is empty for calls that accept a descriptor.
  package func interposed(
    _ moment: @escaping @Sendable (_ call: String, _ path: String) -> Void
  ) -> FileSystem {
    self.replaced { call, path, body in
      moment(call, path)
      try body()
      moment(call, path)
    }
  }

  /// Returns a file system that passes each system call to a closure.
  ///
  /// The closure `around` either runs the call or throws an error.
  package func replaced(
    _ around:
      @escaping @Sendable (
        _ call: String, _ path: String, _ body: () throws -> Void
      ) throws -> Void
  ) -> FileSystem {
    func wrapped<each Argument, Value>(
      _ name: String,
      _ call: @escaping @Sendable (repeat each Argument) throws -> Value
    ) -> @Sendable (repeat each Argument) throws -> Value {
      { (arguments: repeat each Argument) throws in
        var all: [Any] = []
        repeat all.append(each arguments)
        let path = (["rename", "link"].contains(name) ? all.last : all.first) as? String
        var result: Value?
        try around(name, path ?? "") {
          result = try call(repeat each arguments)
        }
        guard let result else { throw SystemError(EIO) }
        return result
      }
    }
    return FileSystem(
      open: wrapped("open", open), openUnnamed: wrapped("openUnnamed", openUnnamed),
      link: wrapped("link", link), close: wrapped("close", close), read: wrapped("read", read),
      write: wrapped("write", write), writeAt: wrapped("writeAt", writeAt),
      truncate: wrapped("truncate", truncate), sync: wrapped("sync", sync),
      status: wrapped("status", status), statusOf: wrapped("statusOf", statusOf),
      changeMode: wrapped("changeMode", changeMode),
      changeOwner: wrapped("changeOwner", changeOwner), lock: wrapped("lock", lock),
      rename: wrapped("rename", rename), renameToNew: wrapped("rename", renameToNew),
      remove: wrapped("remove", remove),
      makeFolder: wrapped("makeFolder", makeFolder),
      linkTarget: wrapped("linkTarget", linkTarget), names: wrapped("names", names),
      attributes: wrapped("attributes", attributes), attribute: wrapped("attribute", attribute),
      setAttribute: wrapped("setAttribute", setAttribute), flags: wrapped("flags", flags),
      setFlags: wrapped("setFlags", setFlags), mayWrite: wrapped("mayWrite", mayWrite),
      takeLease: wrapped("takeLease", takeLease), endLease: wrapped("endLease", endLease))
  }
}

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
      guard let result else { throw ErrorNumber(ErrorNumber.broken) }
      return result
    }
    return FileDoor(
      open: { (path, flags, mode) throws(ErrorNumber) in
        try pass("open", path) { () throws(ErrorNumber) in try open(path, flags, mode) }
      },
      close: { (file) throws(ErrorNumber) in
        try pass("close", "") { () throws(ErrorNumber) in try close(file) }
      },
      read: { (file, buffer) throws(ErrorNumber) in
        try pass("read", "") { () throws(ErrorNumber) in try read(file, buffer) }
      },
      write: { (file, buffer) throws(ErrorNumber) in
        try pass("write", "") { () throws(ErrorNumber) in try write(file, buffer) }
      },
      writeAt: { (file, buffer, offset) throws(ErrorNumber) in
        try pass("writeAt", "") { () throws(ErrorNumber) in try writeAt(file, buffer, offset) }
      },
      truncate: { (file, size) throws(ErrorNumber) in
        try pass("truncate", "") { () throws(ErrorNumber) in try truncate(file, size) }
      },
      sync: { (file) throws(ErrorNumber) in
        try pass("sync", "") { () throws(ErrorNumber) in try sync(file) }
      },
      status: { (file) throws(ErrorNumber) in
        try pass("status", "") { () throws(ErrorNumber) in try status(file) }
      },
      statusOf: { (path, follow) throws(ErrorNumber) in
        try pass("statusOf", path) { () throws(ErrorNumber) in try statusOf(path, follow) }
      },
      changeMode: { (file, mode) throws(ErrorNumber) in
        try pass("changeMode", "") { () throws(ErrorNumber) in try changeMode(file, mode) }
      },
      changeOwner: { (file, user, group) throws(ErrorNumber) in
        try pass("changeOwner", "") { () throws(ErrorNumber) in try changeOwner(file, user, group) }
      },
      lock: { (file, operation) throws(ErrorNumber) in
        try pass("lock", "") { () throws(ErrorNumber) in try lock(file, operation) }
      },
      rename: { (from, to) throws(ErrorNumber) in
        try pass("rename", to) { () throws(ErrorNumber) in try rename(from, to) }
      },
      remove: { (path) throws(ErrorNumber) in
        try pass("remove", path) { () throws(ErrorNumber) in try remove(path) }
      },
      makeFolder: { (path, mode) throws(ErrorNumber) in
        try pass("makeFolder", path) { () throws(ErrorNumber) in try makeFolder(path, mode) }
      },
      linkTarget: { (path) throws(ErrorNumber) in
        try pass("linkTarget", path) { () throws(ErrorNumber) in try linkTarget(path) }
      },
      names: { (path) throws(ErrorNumber) in
        try pass("names", path) { () throws(ErrorNumber) in try names(path) }
      },
      attributes: { (file) throws(ErrorNumber) in
        try pass("attributes", "") { () throws(ErrorNumber) in try attributes(file) }
      },
      attribute: { (file, name) throws(ErrorNumber) in
        try pass("attribute", "") { () throws(ErrorNumber) in try attribute(file, name) }
      },
      setAttribute: { (file, name, value) throws(ErrorNumber) in
        try pass("setAttribute", "") { () throws(ErrorNumber) in
          try setAttribute(file, name, value)
        }
      })
  }
}

import Settee

/// The keys and values of a file that is imported, compared or edited.
struct ImportedValues {
  /// The values by key.
  private(set) var values = PropertyListDictionary()
  /// The keys whose value is a secret that the file does not tell.
  private(set) var untold: [String] = []

  /// Reads a file, or standard input for `-`.
  init(file: String, _ call: Call) throws {
    let name = file == "-" ? "standard input" : file
    try self.init(bytes: try call.read(file), name: name)
  }

  /// Reads the text of a property list of any format, or JSON.
  init(bytes: [UInt8], name: String) throws(Failure) {
    guard bytes.contains(where: { !Self.isBlank($0) }) else {
      throw Failure(.invalid, "\(name) is empty; it needs a property list or a JSON object.")
    }
    guard try readJSON(bytes, name) else {
      try readPropertyList(bytes, name)
      return
    }
  }

  /// NB: `{ a = b; }` is an old property list, `{"a": 1}` is JSON; only reading tells them apart.
  private mutating func readJSON(_ bytes: [UInt8], _ name: String) throws(Failure) -> Bool {
    let first = bytes.first { !Self.isBlank($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    let json: JSON
    do { json = try JSON(reading: bytes) } catch {
      if (try? PropertyList(reading: bytes)) != nil { return false }
      throw Failure(.invalid, "\(name), \(error.sentence).")
    }
    guard let members = json.object else {
      throw Failure(.invalid, "\(name) holds no object; it needs one with a member for each key.")
    }
    for (key, value) in members {
      if value.isSecret {
        untold.append(key)
        continue
      }
      do { values[key] = try value.propertyList() } catch {
        throw Failure(.invalid, "\(name), key “\(key)”: \(error.sentence).")
      }
    }
    return true
  }

  private mutating func readPropertyList(_ bytes: [UInt8], _ name: String) throws(Failure) {
    do {
      guard let dictionary = try PropertyList(reading: bytes).dictionary else {
        throw Failure(
          .invalid, "\(name) holds no dictionary; it needs one with an entry for each key.")
      }
      values = dictionary
    } catch let error as PropertyListError {
      throw Failure(.invalid, "\(name), \(error.place.words): \(error.message)")
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(error)
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == 0xEF || byte == 0xBB || byte == 0xBF
  }
}

extension Call {
  /// The content of a file, or of standard input for `-`.
  func read(_ file: String) throws -> [UInt8] {
    file == "-" ? try console.readAll() : try ImportedValues.read(file)
  }
}

extension ImportedValues {
  /// The content of a file.
  static func read(_ file: String) throws -> [UInt8] {
    let files = BundleFiles.live
    guard files.kind(file) != .missing else {
      throw Failure(
        .io,
        file.isEmpty
          ? "The name of the file is empty; give one, or - for standard input."
          : "There is no file \(file); check its name.")
    }
    do { return try files.read(file, 64 << 20) } catch {
      throw Failure(.io, "Cannot read \(file): \(error.reason).")
    }
  }
}

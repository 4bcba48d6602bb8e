import Settee
import SetteeSuites
import Testing

@testable import SetteeStorage
@testable import SetteeFiles

/// Runs the published storage suite on every store.
@Suite struct DomainStorageTests {
  @Test(arguments: DomainStorageSuite.promises)
  func `the store in memory passes the suite`(promise: String) throws {
    try DomainStorageSuite { MemoryStorage() }.run(promise)
  }

  @Test(arguments: DomainStorageSuite.promises)
  func `a property list file passes the suite`(promise: String) throws {
    let place = try DomainPlace()
    try DomainStorageSuite { PlistFile(place.file, .live) }.run(promise)
  }
}

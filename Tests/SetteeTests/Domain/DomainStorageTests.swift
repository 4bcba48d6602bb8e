import Settee
import SetteeSuites
import Testing

@testable import SetteeStorage
@testable import SetteeFiles

/// Every store keeps the promises of the published suite.
@Suite struct DomainStorageTests {
  @Test(arguments: DomainStorageSuite.promises)
  func `memory keeps the promise`(promise: String) throws {
    try DomainStorageSuite { MemoryStorage() }.run(promise)
  }

  @Test(arguments: DomainStorageSuite.promises)
  func `a property-list file keeps the promise`(promise: String) throws {
    let place = try DomainPlace()
    try DomainStorageSuite { PlistFile(place.file, .live) }.run(promise)
  }
}

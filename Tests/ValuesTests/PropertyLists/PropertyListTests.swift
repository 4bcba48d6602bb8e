import Foundation
import SetteeValues
import Testing

@Suite struct PropertyListTests {
  @Test func `equality is exact`() {
    #expect(PropertyList.integer(1) != .real(1))
    #expect(PropertyList.integer(1) != .boolean(true))
    #expect(PropertyList.string("é") != .string("e\u{301}"))
    #expect(PropertyList.real(.nan) == .real(.nan))
    #expect(PropertyList(UInt64(5)) == .integer(5))
    #expect(PropertyList.bigInteger(5) == .integer(5))
    #expect(PropertyList.bigInteger(.max) != .integer(-1))
  }

  @Test func `values match like NSNumber, without rounding`() {
    #expect(PropertyList.integer(1).matches(.real(1)))
    #expect(PropertyList.integer(1).matches(true))
    #expect(PropertyList.real(0).matches(false))
    #expect(!PropertyList.integer(2).matches(true))
    #expect(!PropertyList.integer(9_007_199_254_740_993).matches(.real(9_007_199_254_740_992)))
    #expect(!PropertyList.bigInteger(.max).matches(.integer(-1)))
    #expect(!PropertyList.real(.infinity).matches(.bigInteger(.max)))
    #expect(!PropertyList.string("1").matches(1))
    #expect(PropertyList.array([1, ["a": 0]]).matches([1.0, ["a": false]]))
    #expect(!PropertyList.string("é").matches("e\u{301}"))
  }

  @Test func `accessors return nil for another type`() {
    #expect(PropertyList.string("a").string == "a")
    #expect(PropertyList.integer(-1).int == -1)
    #expect(PropertyList.integer(-1).uint == nil)
    #expect(PropertyList.bigInteger(.max).uint == .max)
    #expect(PropertyList.bigInteger(.max).int == nil)
    #expect(PropertyList.integer(1).double == nil)
    #expect(PropertyList.integer(1).bool == nil)
    #expect((["a"] as PropertyList).array == ["a"])
    #expect((["a": 1] as PropertyList).dictionary == ["a": 1])
  }
}

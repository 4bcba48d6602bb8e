/// The elements of an XML property list; the raw value is the name's bytes packed into a number.
enum XMLTag: UInt64 {
  case plist = 0x70_6C_69_73_74
  case dict = 0x64_69_63_74
  case key = 0x6B_65_79
  case array = 0x61_72_72_61_79
  case string = 0x73_74_72_69_6E_67
  case integer = 0x69_6E_74_65_67_65_72
  case real = 0x72_65_61_6C
  case `true` = 0x74_72_75_65
  case `false` = 0x66_61_6C_73_65
  case date = 0x64_61_74_65
  case data = 0x64_61_74_61

  /// How many bytes the name has.
  @inline(__always)
  var length: Int { 8 - rawValue.leadingZeroBitCount / 8 }
}

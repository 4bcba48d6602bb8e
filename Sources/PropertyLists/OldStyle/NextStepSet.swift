/// The upper half of the NeXTSTEP character set, which octal escapes of old-style text are in.
enum NextStepSet {
  static func scalar(of code: UInt8) -> Unicode.Scalar {
    code < 0x80 ? Unicode.Scalar(code) : upperHalf[Int(code) - 0x80]
  }

  /// The last two codes are not taken; Foundation reads them as U+0000.
  private static let upperHalf: [Unicode.Scalar] = Array(
    """
    \u{A0}ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖÙÚÛÜÝÞµ×÷\
    ©¡¢£⁄¥ƒ§¤’“«‹›ﬁﬂ®–†‡·¦¶•‚„”»…‰¬¿\
    ¹ˋ´ˆ˜¯˘˙¨²˚¸³˝˛ˇ—±¼½¾àáâãäåçèéêë\
    ìÆíªîïðñŁØŒºòóôõöæùúûıüýłøœßþÿ\
    \0\0
    """.unicodeScalars)
}

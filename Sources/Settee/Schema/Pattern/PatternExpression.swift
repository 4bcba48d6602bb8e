/// A regular expression as a tree.
indirect enum PatternExpression {
  /// One character, of a set known by its number.
  case character(Int)
  case start
  case end(beforeBreak: Bool)
  case sequence([PatternExpression])
  case either([PatternExpression])
  case repeated(PatternExpression, least: Int, most: Int?)
}

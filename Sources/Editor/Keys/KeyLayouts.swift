/// Letters of other scripts as the Latin keys that they are printed on.
enum KeyLayouts {
  /// The Latin key for one letter, digit or sign of another layout; nil where there is none.
  static func latin(_ key: String) -> String? {
    let scalars = key.unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, !scalar.isASCII else { return nil }
    if (0xFF01...0xFF5E).contains(scalar.value) {
      return Unicode.Scalar(scalar.value - 0xFEE0).map(String.init)
    }
    if scalar.value == 0x3000 { return "Space" }
    if let digit = Character(scalar).wholeNumberValue, (0...9).contains(digit),
      scalar.properties.numericType == .decimal
    {
      return String(digit)
    }
    return latinKeys[scalar]
  }

  /// The text with digits of any script as 0 to 9 and full-width signs as plain ones.
  static func plainNumber(_ text: String) -> String {
    text.map { character in
      let key = String(character)
      return latin(key) ?? key
    }.joined()
  }

  private static let rows: [(latin: String, others: [String])] = [
    ("qwertyuiop[]", ["йцукенгшщзхъ", ";ςερτυθιοπ[]", "/'קראטוןםפ[]", "ضصثقفغعهخحجد"]),
    ("asdfghjkl;'", ["фывапролджэ", "ασδφγηξκλ΄'", "שדגכעיחלךף,", "شسيبلاتنمكط"]),
    ("zxcvbnm,./", ["ячсмитьбю.", "ζχψωβνμ,./", "זסבהנמצתץ.", "ئءؤر\u{FFFF}ىةوزظ"]),
    ("QWERTYUIOP{}", ["ЙЦУКЕНГШЩЗХЪ", ":\u{FFFF}ΕΡΤΥΘΙΟΠ{}"]),
    ("ASDFGHJKL:\"", ["ФЫВАПРОЛДЖЭ", "ΑΣΔΦΓΗΞΚΛ¨\""]),
    ("ZXCVBNM<>?", ["ЯЧСМИТЬБЮ,", "ΖΧΨΩΒΝΜ<>?"]),
  ]

  private static let latinKeys: [Unicode.Scalar: String] = {
    var keys: [Unicode.Scalar: String] = ["،": ",", "؟": "?", "؛": ";", "、": "/", "。": "."]
    for row in rows {
      for other in row.others {
        for (scalar, latin) in zip(other.unicodeScalars, row.latin) where !scalar.isASCII {
          keys[scalar] = keys[scalar] ?? String(latin)
        }
      }
    }
    return keys
  }()
}

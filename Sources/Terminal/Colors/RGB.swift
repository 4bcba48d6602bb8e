#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// An sRGB color whose red, green, and blue components have 8 bits each.
package struct RGB: Sendable, Hashable {
  package var red: UInt8, green: UInt8, blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  package static let black = RGB(0, 0, 0), white = RGB(255, 255, 255)

  /// Parses a color in the form `#rrggbb`.
  package init?(hex: String) {
    // Check the first digit, because `UInt32.init(_:radix:)` also accepts a plus or minus sign.
    guard hex.hasPrefix("#"), hex.utf8.count == 7, hex.dropFirst().first?.isHexDigit == true,
      let value = UInt32(hex.dropFirst(), radix: 16)
    else { return nil }
    self.init(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
  }

  package var hex: String {
    // Add a leading digit so that zeros at the beginning of the color are preserved.
    let number = 1 << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return "#" + String(number, radix: 16).dropFirst()
  }

  /// The linear light intensity for each value of an sRGB component, from 0 to 1.
  private static let linear = (0..<256).map { byte in
    let value = Double(byte) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  var light: (red: Double, green: Double, blue: Double) {
    (RGB.linear[Int(red)], RGB.linear[Int(green)], RGB.linear[Int(blue)])
  }

  /// Creates the most similar sRGB color for linear light intensities, which can be outside of the
  /// sRGB range.
  init(light: (red: Double, green: Double, blue: Double)) {
    func byte(_ light: Double) -> UInt8 {
      let light = min(max(light, 0), 1)
      let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
      return UInt8((value * 255).rounded(.toNearestOrEven))
    }
    self.init(byte(light.red), byte(light.green), byte(light.blue))
  }

  /// Returns the contrast ratio with another color according to WCAG, which is between 1 and 21.
  package func contrast(with other: RGB) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  private var luminance: Double {
    let light = light
    return 0.2126 * light.red + 0.7152 * light.green + 0.0722 * light.blue
  }

  /// A Boolean value that indicates whether white text is easier to read than black text on this
  /// color.
  var isDark: Bool { contrast(with: .white) >= contrast(with: .black) }
}

/// A color in the perceptually uniform OKLab color space by Björn Ottosson.
struct OKLab {
  var lightness: Double, a: Double, b: Double

  init(_ color: RGB) {
    let (r, g, b) = color.light
    let l = pow(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b, 1 / 3.0)
    let m = pow(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b, 1 / 3.0)
    let s = pow(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b, 1 / 3.0)
    lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s
    a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s
    self.b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s
  }

  init(_ lightness: Double, _ a: Double, _ b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }

  var light: (red: Double, green: Double, blue: Double) {
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return (
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    )
  }

  func distance(to other: OKLab) -> Double {
    let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
    return (x * x + y * y + z * z).squareRoot()
  }

  /// Returns a mixture of two colors, where `part` is the share of the other color from 0 to 1.
  func mixed(with other: OKLab, _ part: Double) -> RGB {
    RGB(
      light: OKLab(
        lightness + (other.lightness - lightness) * part, a + (other.a - a) * part,
        b + (other.b - b) * part
      ).light)
  }
}

/// A color in the OKLCH color space, which has a lightness, a chroma, and a hue in degrees.
struct OKLCH {
  var lightness: Double, chroma: Double, hue: Double

  init(_ lightness: Double, _ chroma: Double, _ hue: Double) {
    (self.lightness, self.chroma, self.hue) = (lightness, chroma, hue)
  }

  init(_ color: RGB) {
    let lab = OKLab(color)
    self.init(lab.lightness, hypot(lab.a, lab.b), atan2(lab.b, lab.a) * 180 / .pi)
  }

  /// The color in the sRGB color space, with less chroma if sRGB can't represent the original
  /// color.
  var rgb: RGB {
    let angle = hue * .pi / 180
    let (x, y) = (cos(angle), sin(angle))
    var chroma = chroma
    while true {
      let light = OKLab(lightness, chroma * x, chroma * y).light
      let reach = -1e-4...1.0001
      let fits = reach ~= light.red && reach ~= light.green && reach ~= light.blue
      if fits || chroma <= 0 { return RGB(light: light) }
      chroma -= 0.002
    }
  }
}

/// The contrast that text colors must have with the backgrounds on which they are used.
package enum Contrast {
  /// The combinations of a text color and a background that the editor uses, with their minimum
  /// contrast ratios.
  private static let pairs: [(Foreground, Background, Double)] = {
    var pairs: [(Foreground, Background, Double)] = [(.text, .page, 7), (.line, .page, 1.4)]
    pairs += [.side, .sheet, .bar, .field, .band].map { (.text, $0, 4.5) }
    for ink in HuedInk.all {
      pairs += ([.page] + ink.surfaces.filter { $0 != .band }).map { (ink.role, $0, 4.5) }
    }
    pairs += [.page, .sheet, .side].map { (.quiet, $0, 4.5) }
    pairs += HuedInk.all.map { ($0.role, .band, 3) } + [.page, .sheet].map { (.off, $0, 3) }
    return pairs
  }()

  /// Returns the actual and the required contrast ratio for every combination of colors that the
  /// editor uses.
  package static func ratios(
    _ colors: Colors
  ) -> [(ink: Foreground, surface: Background, ratio: Double, target: Double)] {
    pairs.filter { $0.1 != .band || !colors.isBandReversed }.map {
      ($0.0, $0.1, colors[$0.0].contrast(with: colors[$0.1]), $0.2)
    }
  }
}

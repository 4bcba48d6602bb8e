/// The colors of a page, expressed as numbers of the terminal's 256-color palette.
struct Colors256: Sendable, Hashable {
  private var inks = [UInt8](repeating: 0, count: Foreground.allCases.count)
  private var surfaces = [UInt8](repeating: 0, count: Background.allCases.count)
  /// The text colors for which the 256-color palette has no color with enough contrast.
  ///
  /// Attributes distinguish these roles instead.
  private(set) var missedInks: Set<Foreground> = []
  private(set) var missedSurfaces: Set<Background> = []

  subscript(ink: Foreground) -> UInt8 { inks[Int(ink.rawValue)] }
  subscript(surface: Background) -> UInt8 { surfaces[Int(surface.rawValue)] }

  /// Chooses the most similar colors of the 256-color palette that still have enough contrast.
  init(_ colors: Colors, isStrong: Bool = false) {
    let (page, text) = (colors.page, colors[.text])
    let isTinted = OKLCH(page).chroma > 0.015
    for (surface, limits) in Self.limits {
      // No color of the palette is a slightly different shade of a tinted page. These surfaces then
      // have the color of the page.
      if isTinted, surface == .side || surface == .sheet {
        missedSurfaces.insert(surface)
        surfaces[Int(surface.rawValue)] = Self.nearest(page)
        continue
      }
      let least = surface == .band && colors.isBandReversed ? 1 : limits.lowerBound
      func isReadable(_ color: RGB, by reader: RGB, _ needed: Double) -> Bool {
        reader.contrast(with: color) >= needed
          && least...limits.upperBound ~= color.contrast(with: page)
      }
      let wanted = colors[surface]
      var found = Self.nearest(wanted) { isReadable($0, by: text, 4.5) }
      if isTinted, surface == .band {
        func hasHue(_ color: RGB) -> Bool {
          color.hasHue(of: colors.bandTint) && OKLCH(color).chroma < 0.2
        }
        // If no calm color is readable, text becomes lighter or darker.
        let pole = page.isDark ? RGB.white : .black
        let hued = [
          Self.nearest(wanted) { isReadable($0, by: text, 4.5) && hasHue($0) },
          Self.nearest(wanted) { isReadable($0, by: pole, 6.5) && hasHue($0) },
        ]
        found = hued.first(where: \.isRight) ?? found
      }
      surfaces[Int(surface.rawValue)] = found.number
      if !found.isRight { missedSurfaces.insert(surface) }
    }
    let (room, target) = (text.contrast(with: page), colors.target)
    let (band, bandTarget) = (Self.color(self[.band]), min(3, target))
    for ink in Foreground.allCases {
      let hued = HuedInk.all.first { $0.role == ink }
      var (least, grounds) = (target, hued?.surfaces.filter { $0 != .band } ?? [])
      switch ink {
      case .text: (least, grounds) = (min(7, room) * 0.98, [.sheet, .bar, .field])
      case .quiet: grounds = [.sheet, .side]
      case .off: (least, grounds) = (isStrong ? target : min(3, target * 0.75), [.sheet, .side])
      case .line: least = isStrong ? 3 : 1.4
      case .shade: least = 1.6
      default: break
      }
      let backgrounds = [page] + grounds.map { Self.color(self[$0]) }
      let leastOnBand = ink == .text ? (isTinted ? 4.5 : least) : hued == nil ? 1 : bandTarget
      func isReadable(_ color: RGB) -> Bool {
        backgrounds.allSatisfy { color.contrast(with: $0) >= least }
          && color.contrast(with: band) >= leastOnBand
      }
      // On a tinted page, the most similar color often has another hue.
      let tinted =
        isTinted && hued != nil
        ? Self.nearest(colors[ink]) { isReadable($0) && $0.hasHue(of: colors[ink]) } : nil
      let found =
        tinted?.isRight == true
        ? tinted ?? (16, false) : Self.nearest(colors[ink], where: isReadable)
      inks[Int(ink.rawValue)] = found.number
      if !found.isRight { missedInks.insert(ink) }
    }
  }

  /// The minimum and maximum contrast between each background and the page.
  private static let limits: [(Background, ClosedRange<Double>)] = [
    (.side, 1...1.25), (.sheet, 1...1.3), (.bar, 1.1...1.6), (.field, 1.2...1.8),
    (.band, 1.25...3.1),
  ]

  /// Returns the RGB color for a number of the 256-color palette.
  ///
  /// Colors 0 to 15 are never chosen, because users can redefine them in their terminal.
  static func color(_ number: UInt8) -> RGB {
    let index = Int(number) - 16
    guard index < 216 else {
      let gray = UInt8(8 + 10 * (index - 216))
      return RGB(gray, gray, gray)
    }
    func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
    return index < 0 ? .black : RGB(level(index / 36), level(index / 6 % 6), level(index % 6))
  }

  private static let table = (UInt8(16)...255).map {
    (number: $0, color: color($0), lab: OKLab(color($0)))
  }

  static func nearest(_ color: RGB) -> UInt8 { nearest(color) { _ in true }.number }

  /// Returns the color of the 256-color palette that is most similar to a color and satisfies a
  /// condition.
  ///
  /// If no color satisfies the condition, the result is the most similar color.
  static func nearest(
    _ color: RGB, where isRight: (RGB) -> Bool
  ) -> (number: UInt8, isRight: Bool) {
    let wanted = OKLab(color)
    var (nearest, best) = ((2.0, UInt8(16)), (2.0, UInt8(16)))
    for entry in table {
      let distance = entry.lab.distance(to: wanted)
      if distance < nearest.0 { nearest = (distance, entry.number) }
      if distance < best.0, isRight(entry.color) { best = (distance, entry.number) }
    }
    return best.0 < 2 ? (best.1, true) : (nearest.1, false)
  }
}

extension RGB {
  /// Returns whether the color is clearly tinted in a hue that is similar to the one of another
  /// color.
  fileprivate func hasHue(of other: RGB) -> Bool {
    let (own, other) = (OKLCH(self), OKLCH(other))
    let distance = abs(own.hue - other.hue).truncatingRemainder(dividingBy: 360)
    return own.chroma > 0.04 && min(distance, 360 - distance) < 35
  }
}

extension Specifier {
  /// `Values`, `Titles`, `ShortTitles` and `IconNames` as choices: one for each value; where it has
  /// no title, it shows the value itself.
  func choices() -> [Choice] {
    guard case .array(let values)? = self[.values] else { return [] }
    let titles = array(.titles)
    let shortTitles = array(.shortTitles)
    let icons = array(.iconNames)
    let choices = values.indices.map { index in
      Choice(
        title(titles, index) ?? values[index].asTitle ?? RowText.of(values[index]),
        value: values[index], shortTitle: title(shortTitles, index),
        icon: icons.indices.contains(index) ? icons[index].asTitle : nil)
    }
    return flag(.sortsByTitle) ? TitleOrder.sorted(choices) : choices
  }

  private func array(_ key: SpecifierKey) -> [PropertyList] { self[key]?.array ?? [] }

  private func title(_ titles: [PropertyList], _ index: Int) -> String? {
    titles.indices.contains(index) ? strings.title(titles[index]) : nil
  }
}

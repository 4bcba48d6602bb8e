/// Reads `Values`, `Titles`, `ShortTitles` and `IconNames` as choices.
struct ChoiceReader {
  let specifier: Specifier

  /// A choice for each value; one without a title shows the value itself.
  func choices() -> [Choice] {
    guard case .array(let values)? = specifier[.values] else { return [] }
    let titles = texts(.titles)
    let shortTitles = texts(.shortTitles)
    let icons = texts(.iconNames)
    let choices = values.indices.map { index in
      Choice(
        title(titles, index) ?? values[index].asTitle ?? RowText.of(values[index]),
        value: values[index], shortTitle: title(shortTitles, index),
        icon: icons.indices.contains(index) ? icons[index].asTitle : nil)
    }
    return specifier.flag(.sortsByTitle) ? TitleOrder.sorted(choices) : choices
  }

  private func texts(_ key: SpecifierKey) -> [PropertyList] { specifier[key]?.array ?? [] }

  private func title(_ titles: [PropertyList], _ index: Int) -> String? {
    titles.indices.contains(index) ? specifier.strings.title(titles[index]) : nil
  }
}

extension BundleCheck {
  /// Every rule, in the order in which their findings stand at one place.
  static let everyRule: [any CheckRule] = [
    UnreadableFile(), OutsideFile(), LostStatement(), BrokenText(), OddFormat(), RepeatedKey(),
    MissingRoot(), NoSpecifiers(), EmptyPane(), ElementForm(), MissingType(), UnknownType(),
    ForeignType(),
    MissingKey(), MissingPart(), WrongType(), LooseType(), EmptyKey(), SpacesInKey(),
    MisspeltKey(), UnknownWord(), UnknownSetteeWord(), DuplicateKey(),
    EqualToggleValues(), HalfToggle(), ToggleDefault(), BoundsOrder(), DefaultOutOfRange(),
    CountsDiffer(), RepeatedValue(), NoChoices(), DefaultNotAChoice(), DefaultNearAChoice(),
    MissingFile(), FileForm(), PaneCycle(), UnreachablePane(),
    SecureDefault(), SecureSync(), BadPattern(), DefaultAgainstRules(),
    ConditionForm(), ConditionKey(),
    MissingTable(), Untranslated(), UnusedString(),
  ]
}

import Foundation
@testable import Settee
@testable import SetteeSchema
import Testing

/// Tests how controls are created from elements, including nonstandard ones.
@Suite struct ControlParsingTests {
  /// Returns the first control of a pane that contains a single element, given in the compact
  /// old-style format.
  private func control(_ element: String) throws -> Control {
    let text = "{ PreferenceSpecifiers = ( { \(element) } ); }"
    let bundle = try SettingsBundle(
      at: "B.bundle", files: .memory(["B.bundle/Root.plist": Array(text.utf8)]))
    return try #require(bundle.controls.first)
  }

  @Test func `a slider accepts bounds as strings, and image names as labels`() throws {
    let slider = try control(
      """
      Type = PSSliderSpecifier; Key = k; DefaultValue = "0.5"; MinimumValue = "0"; \
      MaximumValue = "1"; MinimumValueImage = "img/slow@2x.png"; SetteeStep = "0.1"; SetteeUnit = s
      ;
      """)
    #expect(slider.bounds == Bounds(minimum: 0, maximum: 1, step: 0.1, unit: "s"))
    #expect(slider.slider.minimumLabel == "slow")
    #expect(slider.slider.maximumLabel == nil)
    #expect(slider.text(of: slider.defaultValue) == "0.5 s")
  }

  @Test func `a field accepts flags as strings and a common misspelling`() throws {
    let field = try control(
      """
      Type = PSTextFieldSpecifier; Key = k; IsSecure = YES; KeyboardType = emailaddress; \
      AutoCapitalizationType = Words; IASKPlaceholder = hint; SetteeSync = machine; \
      SetteeRestart = YES; SetteeHelp = Why; SetteeMaximumLength = 8;
      """)
    #expect(field.isSecure && field.needsRestart)
    #expect(field.input.keyboard == .emailAddress)
    #expect(field.input.placeholder == "hint")
    #expect(field.sync == .machine)
    #expect(field.help == "Why")
    #expect(field.input.rules.maximumLength == 8)
  }

  @Test func `a choice without enough titles shows its values`() throws {
    let choice = try control(
      """
      Type = PSMultiValueSpecifier; Key = k; Values = (a, b, "c\t"); Titles = (A); \
      ShortTitles = (x, y);
      """)
    #expect(choice.choices.map(\.title) == ["A", "b", "c\t"])
    #expect(choice.choices.map(\.shortTitle) == ["x", "y", nil])
  }

  @Test func `an element with hundreds of keys is read like a small one`() throws {
    let many = (0..<300).map { "k\($0) = YES;" }.joined(separator: " ")
    let slider = try control(
      "\(many) Type = PSSliderSpecifier; Key = a; MinimumValue = 2; SetteeHelp = Help;")
    #expect(slider.kind == .slider)
    #expect(slider.key == "a")
    #expect(slider.bounds.minimum == 2)
    #expect(slider.help == "Help")
  }

  @Test func `choices are sorted by title together with their values`() throws {
    let choice = try control(
      """
      Type = PSMultiValueSpecifier; Key = k; DisplaySortedByTitle = YES; Values = (1, 2, 3); \
      Titles = (zebra, "\\U00c4pfel", Birne);
      """)
    #expect(choice.choices.map(\.title) == ["Äpfel", "Birne", "zebra"])
    #expect(choice.choices.map(\.value) == ["2", "3", "1"])
  }

  @Test func `rows of InAppSettingsKit keep their attributes`() throws {
    let mail = try control(
      """
      Type = IASKMailComposeSpecifier; Title = Mail; IASKMailComposeToRecipents = ("a@b.c"); \
      IASKMailComposeSubject = "Hi & bye";
      """)
    #expect(mail.url == "mailto:a@b.c?subject=Hi%20%26%20bye")
    let list = try control(
      """
      Type = IASKListGroupSpecifier; Key = tags; Deletable = YES; \
      ItemSpecifier = { Type = PSTextFieldSpecifier; }; AddSpecifier = { Type = PSTextFieldSpecifier; };
      """)
    #expect(list.list.isDeletable)
    #expect(list.list.item?.kind == .text && list.list.add?.kind == .text)
    let subtitle = try control(
      "Type = IASKButtonSpecifier; Key = k; IASKSubtitle = { \"__default__\" = d; 1 = one; };"
    ).subtitle
    #expect(subtitle?.text(for: 1) == "one")
    #expect(subtitle?.text(for: nil) == "d")
    let page = try control("Type = PSChildPaneSpecifier; File = \"https://a.b/\"; Title = T;")
    #expect(page.kind == .link && page.url == "https://a.b/" && page.error == nil)
  }

  @Test(arguments: ["Type = ACMEWheel; Key = k;", "Key = k;", "Type = (a); Key = k;"])
  func `undocumented elements are kept and shown`(element: String) throws {
    let unknown = try control(element)
    #expect(unknown.kind == .unknown)
    #expect(unknown.specifier["Key"] == "k")
  }

  @Test func `conditions are read as a single one and in arrays`() throws {
    let control = try control(
      """
      Type = PSToggleSwitchSpecifier; Key = k; \
      SetteeVisibleWhen = { Key = a; Is = (x, y); }; \
      SetteeEnabledWhen = ( { Key = b; IsNot = z; }, { Key = c; } );
      """)
    #expect(control.visibleWhen == [Condition(key: "a", values: ["x", "y"])])
    #expect(control.enabledWhen == [Condition(key: "b", values: ["z"], isNegated: true)])
  }

  @Test func `the keys of PreferenceLoader are supported`() throws {
    let text = "{ items = ( { cell = PSSwitchCell; label = Sound; key = s; default = 1; } ); }"
    let row = try SettingsBundle(
      at: "B.bundle", files: .memory(["B.bundle/Root.plist": Array(text.utf8)])
    ).controls[0]
    #expect(row.kind == .toggle && row.title == "Sound" && row.key == "s")
    #expect(row.type == "PSSwitchCell")
  }
}

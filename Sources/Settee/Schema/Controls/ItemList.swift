/// What the rows of a list group look like: the keys of an `IASKListGroupSpecifier`.
public struct ItemList: Sendable {
  /// Whether the user may delete rows.
  public var isDeletable = false
  // A control holds a list and a list holds controls: an array breaks the circle.
  private var itemControls: [Control] = []
  private var addControls: [Control] = []

  /// Makes a list whose rows cannot be edited.
  public init() {}

  /// How one element is shown and edited; its value is the element itself.
  public var item: Control? {
    get { itemControls.first }
    set { itemControls = newValue.map { [$0] } ?? [] }
  }

  /// How a new element is entered, or nil where the user cannot add one.
  public var add: Control? {
    get { addControls.first }
    set { addControls = newValue.map { [$0] } ?? [] }
  }
}

// Users of Settee meet `PropertyList` values at its edges, so one import has to be enough.
@_exported public import SetteePropertyLists

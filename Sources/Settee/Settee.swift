// The model: typed settings, the stores that keep them, and what front ends read and change them
// through. The schema, storage and the cloud are modules of their own below.
//
// Users of Settee meet the types of all these rooms, so one import has to be enough; the files of
// this module see them through these lines too.
@_exported public import SetteeCloud
@_exported public import SetteePropertyLists
@_exported public import SetteeSchema
@_exported public import SetteeStorage

/// Which Settee this is.
package enum Version {
  /// The version, as `settee --version` prints it.
  package static let version = "0.1.0"
}

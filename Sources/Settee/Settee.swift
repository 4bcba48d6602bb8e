// The model: typed settings, stores, and the controls through which front ends read and change
// them. The schema, storage, and cloud sync are separate modules below.
//
// The public API has types of all these modules, so they are re-exported: one import is enough. The
// files of this module use the re-exports too.
@_exported public import SetteeCloud
@_exported public import SetteePropertyLists
@_exported public import SetteeSchema
@_exported public import SetteeStorage

/// The version of Settee.
package enum Version {
  /// The version, as `settee --version` prints it.
  package static let version = "0.1.0"
}

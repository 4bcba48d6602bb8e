// The main module of the library, which provides typed settings, stores, and controls.
//
// The editor and the commands read and change all settings through the controls. The schema,
// storage, and cloud sync are separate modules below this one. The public API uses types from all
// of these modules. They are re-exported here, so one import is enough.
@_exported public import SetteeCloud
@_exported public import SetteeValues
@_exported public import SetteeSchema
@_exported public import SetteeStorage

/// The version number that `settee --version` prints.
package let setteeVersion = "0.1.0"

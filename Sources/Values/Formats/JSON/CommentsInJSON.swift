extension Format {
  /// Returns whether the program that reads a file with the extension `json` accepts comments in it.
  ///
  /// JSON has no comments, and most programs reject them.
  package static func allowsComments(inJSONFileAt path: String) -> Bool {
    let path = PathParts(path)
    let name = path.name.lowercased()
    if commentedNames.contains(name) { return true }
    if ["tsconfig", "jsconfig", "appsettings"].contains(where: name.hasPrefix) { return true }
    let folders: Set = [".vscode", "User", ".devcontainer", ".zed", "zed"]
    return path.folders.contains(where: folders.contains)
  }

  /// Returns whether the keys of a file contain dots, as in the settings of Visual Studio Code, which
  /// ignores an object such as `editor` in place of `editor.tabSize`.
  package static func hasDottedKeys(inFileAt path: String) -> Bool {
    let path = PathParts(path)
    return path.name == "settings.json" && [".vscode", "User"].contains(path.parent)
  }

  /// Names of files whose programs document that they accept comments.
  private static let commentedNames: Set = [
    ".babelrc.json", "babel.config.json", ".eslintrc.json", ".jshintrc.json", "tslint.json",
    ".oxlintrc.json", ".markdownlint.json", ".mocharc.json", "cspell.json", ".cspell.json",
    ".luarc.json", ".devcontainer.json", "devcontainer.json", "api-extractor.json", "rush.json",
    "typedoc.json", "knip.json", "pyrightconfig.json", "angular.json", "nx.json", "project.json",
    "workspace.json", "turbo.json", "deno.json", "wrangler.json", "firebase.json", "global.json",
    "launchsettings.json", "language-configuration.json",
    // Visual Studio Code, Windows Terminal, and Zed.
    "settings.json", "keybindings.json", "keymap.json", "launch.json", "tasks.json",
    "extensions.json", "c_cpp_properties.json",
  ]
}

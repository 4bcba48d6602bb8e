import Settee
import SetteeTerminal

/// The doors of a program to its caller: standard output, standard error, standard input.
///
/// Values go to standard output alone; everything said to a person goes to standard error. Output
/// is gathered and written in large pieces; ``flush()`` brings it out.
package final class Console {
  /// Whether standard output is a terminal, so that nothing may reach it raw.
  package let showsOnTerminal: Bool
  /// Whether standard input is a terminal, so that a person can be asked.
  package let canAsk: Bool
  /// The letters of the user's locale.
  private static let lettering = Lettering.ofLocale()
  private let program: String
  private var gathered: [UInt8] = []
  /// Why output was lost that a sentence on standard error pushed out before it.
  private var lost: Failure?

  /// Makes the console of this process.
  ///
  /// - Parameter program: What stands before the sentences on standard error.
  package init(program: String) {
    self.program = program
    showsOnTerminal = StandardStreams.isTerminal(1)
    canAsk = StandardStreams.isTerminal(0)
  }

  /// Whether a text can be read with the letters of the user's locale; nil where all can.
  package var reads: (@Sendable (String) -> Bool)? {
    Self.lettering == .ascii ? PlainLetters.canWrite : nil
  }

  /// Writes text as it is.
  package func write(_ text: String) throws(Failure) {
    gathered.append(contentsOf: text.utf8)
    try flushMuch()
  }

  /// Writes text and a line break.
  package func line(_ text: String) throws(Failure) {
    gathered.append(contentsOf: text.utf8)
    gathered.append(UInt8(ascii: "\n"))
    try flushMuch()
  }

  /// Writes text that was put together as UTF-8.
  package func write(utf8 bytes: [UInt8]) throws(Failure) {
    if gathered.isEmpty { gathered = bytes } else { gathered += bytes }
    try flushMuch()
  }

  private func flushMuch() throws(Failure) {
    if gathered.count > 1 << 16 { try flush() }
  }

  /// Brings out what was gathered: into a pipe as it is, on a terminal as it may be shown there.
  package func flush() throws(Failure) {
    var bytes = gathered
    gathered = []
    if showsOnTerminal, !bytes.isEmpty {
      let text = SafeText.lines(String(decoding: bytes, as: UTF8.self))
      bytes = Array(Self.lettering.lines(text).utf8)
    }
    if let lost { throw lost }
    try StandardStreams.write(bytes, to: 1)
  }

  /// Says a sentence on standard error, safe to show, with the program's name before it.
  package func say(_ sentence: String) {
    // What cannot be written now fails the run at its end, and never in silence.
    do { try flush() } catch { lost = error }
    Self.say(sentence, of: program)
  }

  /// Says a sentence on standard error from any thread, whatever was gathered for standard output.
  static func say(_ sentence: String, of program: String) {
    try? StandardStreams.write(
      Array("\(program): \(lettering.lines(SafeText.sentence(sentence)))\n".utf8), to: 2)
  }

  /// Says why the program ends: a sentence, or for programs an object with the exit code.
  package func tell(_ failure: Failure, asJSON: Bool) {
    guard asJSON else { return say(failure.sentence) }
    do { try flush() } catch { lost = error }
    let object = JSON.object([
      ("error", .string(failure.sentence)), ("exit", .integer(Int64(failure.code.rawValue))),
    ])
    try? StandardStreams.write(Array((object.text() + "\n").utf8), to: 2)
  }

  /// Reads standard input to its end.
  package func readAll(limit: Int = 64 << 20) throws(Failure) -> [UInt8] {
    try StandardStreams.readAll(0, limit: limit)
  }

  /// Asks for a secret on the terminal, without showing it; nil when the user ends the input.
  package func askSecret(_ prompt: String) throws(Failure) -> String? {
    try SecretPrompt.ask(Self.lettering.lines(SafeText.line(prompt)))
  }
}

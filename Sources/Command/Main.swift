import Settee
import SetteeEditor

@main
enum Main {
  static func main() {
    var words = CommandLine.arguments
    if !words.isEmpty { words.removeFirst() }
    exitProcess(SetteeProgram.make().run(words))
  }
}

import Settee
import SetteeEditor

@main
enum Main {
  static func main() {
    do throws(Failure) {
      exitProcess(SetteeProgram.make().run(try ProcessWords.read()))
    } catch {
      Console(program: "settee").tell(error, asJSON: CommandLine.arguments.contains("--json"))
      exitProcess(error.code.rawValue)
    }
  }
}

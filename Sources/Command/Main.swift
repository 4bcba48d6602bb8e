import Settee
import SetteeEditor

@main
enum Main {
  static func main() {
    do throws(Failure) {
      exitProcess(SetteeProgram.make().run(try ProcessWords.read()))
    } catch {
      Console(program: "settee").say(error.sentence)
      exitProcess(error.code.rawValue)
    }
  }
}

import Shared

let store = try SharedPrefs.store()
for _ in 0..<100 { try store.update { $0.jobs += 1 } }

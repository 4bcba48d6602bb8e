import Shared

let store = try SharedPrefs.store()
for _ in 0..<100 {
  try store.update { if !$0.isPaused { $0.jobs += 1 } }
}
print("jobs:", store.prefs.jobs)

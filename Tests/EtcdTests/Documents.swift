import Settee

@testable import SetteeEtcd

let device = CloudDevice(random: 7)

/// Returns a document that contains one string.
func document(_ text: String = "hello", mirror: String = "m") throws -> CloudDocument {
  var document = CloudDocument(mirror: mirror)
  document.records[Key("greeting")] = CloudRecord(
    value: .string(text), stamp: CloudStamp(time: 1, count: 0, device: device),
    push: CloudPush(device: device, sequence: 1))
  document.devices[device] = CloudDeviceEntry(
    written: CloudWrite(sequence: 1, nonce: 1), time: 1)
  return document
}

func mailAddress() throws -> CloudAddress {
  try CloudAddress(account: "ada", domain: "org.settee.mail")
}

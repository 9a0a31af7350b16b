/// Something that lives on a socket thread and has to end before the thread does.
protocol SocketTenant: AnyObject {
  /// The thread ends: give back descriptors and say so to whom it concerns, now.
  func threadEnds()
}

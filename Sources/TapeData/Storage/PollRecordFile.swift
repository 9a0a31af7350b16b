import Foundation
import TapeDomain

/// Keeps what was spent of a source's credits in a small file that all runs of the program share.
///
/// Whoever writes adds what it has spent since to what stands there, under a lock, so that two of them do not spend the same
/// credits twice. The file is replaced as a whole; one that cannot be read or written costs nothing but the memory of it.
public final class PollRecordFile: PollRecordStore {
  private struct Content: Codable {
    struct Spending: Codable {
      var at: Int64
      var cost: Int
    }

    var version = 1
    var day: Int
    var spent: Int
    var recent: [Spending]
    var perMinute: Int?
  }

  /// The largest file that is read, in bytes.
  private static let maximumSize = 64 << 10
  /// How long a spending is kept, in nanoseconds.
  private static let lifetime: Int64 = 120_000_000_000

  private let path: String
  private let log: @Sendable (String) -> Void
  private let queue = StorageQueue(label: "poll-record")
  private let told = Told()

  /// What this run has told so far; only touched on the queue.
  private final class Told: @unchecked Sendable {
    var record = PollRecord(day: 0, spent: 0)
    var hasFailed = false
  }

  /// The file at `path`, whose folder is made when it is not there; `log` takes a line when it cannot be written.
  public init(path: String, log: @escaping @Sendable (String) -> Void = { _ in }) {
    self.path = path
    self.log = log
  }

  /// See ``PollRecordStore/update(_:)``.
  public func update(_ record: PollRecord) async -> PollRecord? {
    await queue.run { [self] in locked { merge(record) } }
  }

  private func merge(_ record: PollRecord) -> PollRecord {
    let before = told.record.day == record.day ? told.record : PollRecord(day: record.day, spent: 0)
    let known = read()
    let spent = known.map { $0.day == record.day ? $0.spent : 0 } ?? 0
    let all = max(0, spent + record.spent - before.spent)
    let own = Set((told.record.recent + record.recent).map { $0.at.nanoseconds / 1_000_000 })
    let others = (known?.recent ?? []).filter { !own.contains($0.at / 1_000_000) }
    if record != told.record {
      let mine = record.recent.map { Content.Spending(at: $0.at.nanoseconds, cost: $0.cost) }
      let newest = mine.map(\.at).max() ?? .max
      let recent = (others + mine).filter { newest - $0.at < Self.lifetime }
      write(
        Content(
          day: record.day, spent: all, recent: recent, perMinute: record.perMinute ?? known?.perMinute))
      told.record = record
    }
    return PollRecord(
      day: record.day, spent: all - record.spent,
      recent: others.map { PollRecord.Spending(at: Timestamp(nanoseconds: $0.at), cost: $0.cost) },
      perMinute: known?.perMinute)
  }

  private func read() -> Content? {
    guard let data = FileManager.default.contents(atPath: path), data.count <= Self.maximumSize else {
      return nil
    }
    guard let content = try? JSONDecoder().decode(Content.self, from: data), content.version == 1,
      content.spent >= 0
    else { return nil }
    return content
  }

  private func write(_ content: Content) {
    do {
      // One name for all, under the lock: a run that ends in the middle leaves no more than this.
      let new = path + ".new"
      try JSONEncoder().encode(content).write(to: URL(fileURLWithPath: new))
      chmod(new, 0o600)
      guard rename(new, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    } catch {
      guard !told.hasFailed else { return }
      told.hasFailed = true
      log("What was spent of the credits cannot be kept in \"\(path)\": \(error.localizedDescription).")
    }
  }

  /// Holds a lock that other runs respect; goes on without one where there can be none.
  private func locked<Value>(_ body: () -> Value) -> Value {
    let folder = (path as NSString).deletingLastPathComponent
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return body() }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return body()
  }
}

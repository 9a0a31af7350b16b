// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// One strict set of settings for every Swift target.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// How the release of the program is linked: its 75,000 relocations packed, which takes 1.5 MB from its memory and a part
/// from its start. A C library before 2.36 does not read them.
let release: [LinkerSetting] = {
  let name = String(unsafeUninitializedCapacity: 64) { buffer in
    buffer.withMemoryRebound(to: CChar.self) {
      max(0, confstr(Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress, $0.count) - 1)
    }
  }
  let version = name.split(whereSeparator: { " .".contains($0) }).compactMap { Int($0) }
  guard !version.lexicographicallyPrecedes([2, 36]) else { return [] }
  return [
    .unsafeFlags(
      ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"], .when(configuration: .release))
  ]
}()

// Targets stand in dependency order: system libraries, the domain, the layers, the program, the tests.
let package = Package(
  name: "tape",
  products: [
    .executable(name: "tape", targets: ["tape"]),
    .executable(name: "websocket-agent", targets: ["websocket-agent"]),
  ],
  targets: [
    .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CTerminal"),

    .target(name: "TapeDomain", swiftSettings: strict),
    .target(name: "TapeWebSocket", dependencies: ["COpenSSL", "CZlib"], swiftSettings: strict),
    .target(
      name: "TapeData", dependencies: ["TapeDomain", "TapeWebSocket", "CCurl", "CZlib", "CSQLite"],
      swiftSettings: strict),
    .target(
      name: "TapeExchange", dependencies: ["TapeDomain", "TapeWebSocket"], swiftSettings: strict),
    .target(
      name: "TapeTUI", dependencies: ["TapeDomain", "CNcurses", "CTerminal"], swiftSettings: strict),
    .executableTarget(
      name: "tape", dependencies: ["TapeDomain", "TapeData", "TapeExchange", "TapeTUI", "TapeWebSocket"],
      swiftSettings: strict, linkerSettings: release),
    .executableTarget(
      name: "tape-bench", dependencies: ["TapeDomain", "TapeData", "TapeTUI", "TapeWebSocket"],
      swiftSettings: strict),
    .executableTarget(name: "websocket-agent", dependencies: ["TapeWebSocket"], swiftSettings: strict),

    .target(
      name: "TapeTestSupport", dependencies: ["TapeDomain"], path: "Tests/TapeTestSupport",
      swiftSettings: strict),
    .target(
      name: "TapeOracle", dependencies: ["TapeDomain", "TapeExchange", "TapeTestSupport"],
      path: "Tests/TapeOracle", swiftSettings: strict),
    .executableTarget(
      name: "tape-soak",
      dependencies: ["TapeDomain", "TapeData", "TapeExchange", "TapeWebSocket", "TapeOracle"],
      path: "Tests/TapeSoak", swiftSettings: strict),
    .testTarget(
      name: "TapeDomainTests", dependencies: ["TapeDomain", "TapeTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TapeWebSocketTests", dependencies: ["TapeWebSocket", "TapeTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TapeDataTests",
      dependencies: ["TapeData", "TapeDomain", "TapeWebSocket", "TapeTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TapeExchangeTests",
      dependencies: ["TapeExchange", "TapeDomain", "TapeWebSocket", "TapeTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TapeTUITests", dependencies: ["TapeTUI", "TapeDomain", "TapeTestSupport"],
      exclude: ["Render/Snapshots"],
      swiftSettings: strict),
    .testTarget(
      name: "TapeCommandTests", dependencies: ["tape", "TapeDomain", "TapeTUI", "TapeTestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "TapeIntegrationTests",
      dependencies: [
        "TapeDomain", "TapeData", "TapeExchange", "TapeWebSocket", "TapeOracle", "TapeTestSupport",
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

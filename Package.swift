// swift-tools-version: 6.2
import PackageDescription

/// One strict set of settings for every Swift target.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

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
      name: "TapeData", dependencies: ["TapeDomain", "TapeWebSocket", "CCurl", "CSQLite"],
      swiftSettings: strict),
    .target(
      name: "TapeExchange", dependencies: ["TapeDomain", "TapeWebSocket"], swiftSettings: strict),
    .target(
      name: "TapeTUI", dependencies: ["TapeDomain", "CNcurses", "CTerminal"], swiftSettings: strict),
    .executableTarget(
      name: "tape", dependencies: ["TapeDomain", "TapeData", "TapeExchange", "TapeTUI", "TapeWebSocket"],
      swiftSettings: strict),
    .executableTarget(
      name: "tape-bench", dependencies: ["TapeDomain", "TapeData", "TapeTUI", "TapeWebSocket"],
      swiftSettings: strict),
    .executableTarget(name: "websocket-agent", dependencies: ["TapeWebSocket"], swiftSettings: strict),

    .target(
      name: "TapeTestSupport", dependencies: ["TapeDomain"], path: "Tests/TapeTestSupport",
      swiftSettings: strict),
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
      dependencies: ["TapeDomain", "TapeData", "TapeExchange", "TapeWebSocket", "TapeTestSupport"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

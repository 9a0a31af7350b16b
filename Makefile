# deps      install the system packages that are missing (apt)
# build     the release: one file, Swift libraries inside       -> .build/release/tape
# run       build, then watch the embedded demo exchange
# test      every test: tables, sockets, the real program in a real terminal
# check     what a change must pass: format, imports, warnings as errors, tests
# soak      the pipeline against the exchange with random faults, beside an oracle (MINUTES=10, SEED=)
# fuzz      point libFuzzer at what a server can send (SECONDS=60, TARGET=frames|handshake|feed|venues|numbers)
# sanitize  the Swift tests under ThreadSanitizer and AddressSanitizer
# network-faults   break the network between tape and an exchange in every way, and measure
# interop   the WebSocket client against servers and proxies that people run
# install   copy the release, its man page and completions below PREFIX (default /usr/local)
# screens   take the pictures of the README from a real run
# source-faults  every source against a fake of its venue, with every fault, as a table
# tls-matrix  what is accepted and refused over TLS, on a real OpenSSL server
# figures   measure what the documentation states, on this machine
# bench     speed, memory, bytes and calm beside their floors, and the aims (QUICK=1, STEPS="firehose latency")
# bytes     measure what an update costs on the wire, with and without compression
# conformance  run the Autobahn TestSuite against websocket-agent; SECTIONS=base, compression or all
PREFIX ?= /usr/local
RELEASE = .build/release/tape
SHARE = $(DESTDIR)$(PREFIX)/share

SECTIONS ?= base
CONFORMANCE = .build/conformance

.PHONY: help deps build run test check soak fuzz sanitize network-faults interop install screens figures source-faults tls-matrix bench bytes conformance
help:
	@sed -n 's/^# //p' Makefile

deps:
	@Scripts/install-deps.sh build

build: deps
	swift build -c release --static-swift-stdlib --product tape

run: build
	@exec $(RELEASE)

test:
	@Scripts/install-deps.sh test
	Scripts/test.sh

check:
	@Scripts/install-deps.sh test
	Scripts/check.sh

MINUTES ?= 10
soak:
	@Scripts/install-deps.sh test
	Scripts/soak.sh $$(( $(MINUTES) * 60 )) $(SEED)

SECONDS ?= 60
fuzz:
	@Scripts/install-deps.sh build
	Scripts/fuzz.sh $(SECONDS) $(TARGET)

sanitize:
	@Scripts/install-deps.sh test
	Scripts/sanitize.sh

network-faults: build
	@Scripts/install-deps.sh test
	/usr/bin/python3 Tests/TapeEndToEndTests/network_faults.py $(RELEASE)

interop:
	@Scripts/install-deps.sh interop
	Scripts/interop.sh

install: build
	install -D -m 755 $(RELEASE) $(DESTDIR)$(PREFIX)/bin/tape
	@mkdir -p $(SHARE)/man/man1 $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	$(RELEASE) manual > $(SHARE)/man/man1/tape.1
	$(RELEASE) completions bash > $(SHARE)/bash-completion/completions/tape
	$(RELEASE) completions zsh > $(SHARE)/zsh/site-functions/_tape
	$(RELEASE) completions fish > $(SHARE)/fish/vendor_completions.d/tape.fish

screens: build
	@Scripts/install-deps.sh screens
	Scripts/screens.sh

tls-matrix: build
	@Scripts/install-deps.sh test
	/usr/bin/python3 Tests/TapeEndToEndTests/tls_matrix.py $(RELEASE)

source-faults: build
	@Scripts/install-deps.sh test
	/usr/bin/python3 Tests/TapeEndToEndTests/source_faults.py $(RELEASE)
	/usr/bin/python3 Tests/TapeEndToEndTests/polled_faults.py $(RELEASE)

figures: build
	@Scripts/install-deps.sh test
	python3 Tests/TapeEndToEndTests/figures.py $(RELEASE)

bytes: build
	@Scripts/install-deps.sh test
	python3 Tests/TapeEndToEndTests/bytes_per_update.py $(RELEASE)

bench:
	@Scripts/install-deps.sh test
	QUICK="$(QUICK)" STEPS="$(STEPS)" Scripts/bench.sh

conformance: deps
	@Tests/Conformance/install.sh $(CONFORMANCE)
	swift build -c release --static-swift-stdlib --product websocket-agent
	python3 Tests/Conformance/run.py .build/release/websocket-agent $(CONFORMANCE) $(SECTIONS)

"""What a price does on the screen, against a server on an independent library."""

import time

STALE = "38;5;244"


def has_flash(style):
    return style is not None and "48;5;" in style


def test_the_first_price_of_every_row_appears(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"), what="ACME 100.00")
    terminal.wait(lambda s: s.row("ORO") and "102.00" in s.row("ORO"), what="ORO 102.00")
    screen = terminal.screen()
    assert "LIVE" in screen[0]
    assert "0.00 %" in screen.row("ACME")
    assert "Bankhaus Nord" in screen.row("BNK")


def test_an_update_changes_price_change_and_percent_and_flashes_for_two_ticks(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    assert not has_flash(terminal.style_of("ACME", "100.00")), "a first snapshot must not flash"
    peer.update("ACME", 10_130)
    terminal.wait(lambda s: "101.30" in s.row("ACME") and "+1.30 %" in s.row("ACME"), timeout=1)
    shown = time.monotonic()
    assert has_flash(terminal.style_of("ACME", "101.30"))
    assert "▴" in terminal.screen().row("ACME")
    terminal.wait(lambda s: not has_flash(terminal.style_of("ACME", "101.30")), timeout=2, what="flash over")
    assert 0.3 < time.monotonic() - shown < 1.0
    assert "▴" in terminal.screen().row("ACME"), "the arrow stays until the next move"


def test_the_same_direction_flashes_again(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    for price, text in ((9_900, "99.00"), (9_800, "98.00")):
        peer.update("ACME", price)
        terminal.wait(lambda s: text in s.row("ACME"), timeout=1)
        assert has_flash(terminal.style_of("ACME", text))
        assert "▾" in terminal.screen().row("ACME")
        terminal.wait(lambda s: not has_flash(terminal.style_of("ACME", text)), timeout=2)


def test_a_gap_dims_the_row_hides_the_gapped_value_and_repairs_itself(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.ignored_resyncs = 1
    asked = time.monotonic()
    peer.update("ACME", 10_500, skip=1)
    first, command = peer.wait_command("resync", after=asked)
    assert command["symbols"] == ["ACME"]
    terminal.wait(lambda s: "ago" in s.row("ACME"), timeout=1, what="ACME stale")
    assert STALE in terminal.style_of("ACME", "100.00")
    assert STALE not in terminal.style_of("BNK", "101.00"), "only the gapped symbol is marked"
    terminal.never(lambda s: "105.00" in s.row("ACME"), 2.0, "the value after a gap must not be shown")
    # The resync was lost: it is asked again after 3 s, and answered.
    second, _ = peer.wait_command("resync", after=first)
    assert 2.9 < second - first < 3.6
    terminal.wait(lambda s: "105.00" in s.row("ACME") and "ago" not in s.row("ACME"), timeout=1)


def test_a_lost_last_update_is_found_by_the_next_heartbeat(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    lost = time.monotonic()
    peer.update("ACME", 10_700, lose=True)
    moment, command = peer.wait_command("resync", after=lost)
    assert moment - lost < 1.5
    assert set(command["symbols"]) == {"ACME", "BNK", "ORO"}, "numbers cannot tell which one was lost"
    terminal.wait(lambda s: "107.00" in s.row("ACME") and "ago" not in s.row("ACME"), timeout=1)


def test_duplicates_and_old_numbers_change_nothing(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.update("ACME", 10_100)
    peer.send('{"type":"update","symbol":"ACME","seq":2,"last":9999,"time":"2026-01-01T00:00:00Z"}')
    peer.send('{"type":"update","symbol":"BNK","seq":1,"last":9999,"time":"2026-01-01T00:00:00Z"}')
    terminal.wait(lambda s: "101.00" in s.row("ACME"))
    terminal.never(lambda s: "99.99" in str(s), 1.0, "an old number must not be shown")


def test_a_quiet_symbol_stays_bright_under_heartbeats(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    terminal.never(lambda s: "ago" in str(s) or "LIVE" not in s[0], 6.0, "silence of a symbol is nothing")
    assert STALE not in terminal.style_of("ACME", "100.00")


def test_the_newest_price_wins_and_the_screen_stays_calm(open_peer, open_pty):
    peer = open_peer()
    pty = open_pty(f"--server {peer.url}")
    pty.wait_for(b"LIVE")
    began = time.monotonic()
    price = 10_000
    while time.monotonic() - began < 3:
        for _ in range(20):
            price += 1
            peer.update("ACME", price)
        time.sleep(0.02)
    frames = pty.frames(since=began)
    assert 8 <= len(frames) <= 14, f"{len(frames)} frames in 3 s"
    # The last price is shown within a tick, and its flash ends two ticks later.
    pty.settle(1.5)
    assert f"{price // 100}.{price % 100:02}" in pty.screen_text()
    quiet = time.monotonic()
    pty.settle(2.0)
    assert pty.bytes(since=quiet) == 0, "nothing is written when nothing changes"


def test_session_states_come_from_the_server(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.send('{"type":"market","session":"CLOSED","exchange":"X","symbols":["ACME"]}')
    peer.update("BNK", 10_100, session="HALTED")
    peer.update("ORO", 10_200, delay=15)
    terminal.wait(lambda s: "CLOSED" in s.row("ACME") and "HALTED" in s.row("BNK") and "D15" in s.row("ORO"))
    assert STALE not in terminal.style_of("ACME", "100.00"), "a closed market is not stale"


def test_missing_values_are_dashes_never_zero(open_peer, open_terminal):
    peer = open_peer()
    peer.snapshots = False
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "waiting" in s.row("ACME"))
    assert "—" in terminal.screen().row("ACME")
    stamp = "2026-11-29T14:03:21Z"
    peer.send('{"type":"snapshot","symbol":"ACME","seq":5,"last":null,"currency":"EUR","time":"%s"}' % stamp)
    peer.send('{"type":"snapshot","symbol":"BNK","seq":5,"last":-3763,"previousClose":0,"currency":"USD","time":"%s"}' % stamp)
    peer.send('{"type":"snapshot","symbol":"ORO","seq":5,"last":871,"scale":8,"currency":"XQQ","time":"%s"}' % stamp)
    terminal.wait(lambda s: "37.63" in s.row("BNK") and "0.00000871" in s.row("ORO"))
    screen = terminal.screen()
    assert "0.00" not in screen.row("ACME") and "—" in screen.row("ACME")
    assert screen.row("BNK").count("—") == 3 and " %" not in screen.row("BNK"), "no change since a close of zero, and no range"
    assert "$" not in screen.row("ORO") and "XQQ" in screen.row("ORO")

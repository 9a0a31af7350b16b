"""What the screen says when the link is silent, late, down, refused, and when it comes back."""

import time

import pytest

STALE = "38;5;244"


@pytest.mark.parametrize("fault", ["silence 10s", "mute 10s"])
def test_a_dead_feed_dims_every_row_in_three_seconds_then_says_so_then_recovers(fault, open_exchange, open_terminal):
    exchange = open_exchange("--seed", "7")
    terminal = open_terminal(f"--server {exchange.url}")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME") and "waiting" not in str(s))
    exchange.fault(fault)
    began = time.monotonic()
    terminal.wait(lambda s: "ago" in s.row("ACME") and "ago" in s.row("BNK"), timeout=5, what="rows stale")
    assert 2.0 < time.monotonic() - began < 4.2
    assert STALE in terminal.style_of("ACME", "ACME")
    assert not terminal.screen().has("Prices may be out of date")
    terminal.wait_for("Reconnecting. Prices may be out of date.", timeout=4)
    assert "RECONNECTING" in terminal.screen()[0]
    terminal.wait(lambda s: "LIVE" in s[0] and not s.has("out of date") and "ago" not in str(s), timeout=20,
                  what="live again")


def test_late_prices_are_stale_although_messages_flow(open_exchange, open_terminal):
    exchange = open_exchange("--seed", "7")
    terminal = open_terminal(f"--server {exchange.url}")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME") and "waiting" not in str(s))
    # In two steps, each shorter than the silence that makes a link dead: messages keep coming, but late.
    exchange.fault("late 1500ms")
    terminal.never(lambda s: "LIVE" not in s[0], 2.0, "a delay below 3 s is not late")
    exchange.fault("late 4s")
    terminal.wait(lambda s: "LATE" in s[0] and "ago" in s.row("ACME"), timeout=6, what="late")
    terminal.never(lambda s: "ago" not in s.row("ACME"), 2.0, "late prices shown as live")
    exchange.fault("late 0s")
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s), timeout=15, what="live again")


def test_prices_that_come_five_seconds_late_at_once_are_a_dead_feed(open_exchange, open_terminal):
    exchange = open_exchange("--seed", "7")
    terminal = open_terminal(f"--server {exchange.url}")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME") and "waiting" not in str(s))
    exchange.fault("late 5s")
    terminal.wait(lambda s: "ago" in s.row("ACME"), timeout=7, what="rows stale")
    terminal.never(lambda s: "ago" not in s.row("ACME") and "LIVE" in s[0], 3.0, "late prices shown as live")
    exchange.fault("late 0s")
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s), timeout=25, what="live again")


def test_a_blip_shows_no_banner(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.drop()
    seen = []

    def banner(screen):
        seen.append("RECONNECTING" in screen[0])
        return screen.has("out of date")

    terminal.never(banner, 1.9, "a blip must not flicker the banner")
    peer.wait_connections(2)
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s))
    assert any(seen), "the header says RECONNECTING at once"


def test_a_reconnect_with_an_equal_price_does_not_flash(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.drop()
    peer.wait_connections(2)
    terminal.never(lambda s: "48;5;" in (terminal.style_of("ACME", "100.00") or ""), 1.5, "a flash without a move")


def test_r_retries_at_once(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.stop_listening()
    peer.drop()
    terminal.wait(lambda s: any(f"next in {n} s" in str(s) for n in range(4, 40)), timeout=30, what="a long wait")
    assert terminal.screen().has("r retries now")
    peer.listen_again()
    pressed = time.monotonic()
    terminal.keys("r")
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s), timeout=3)
    assert time.monotonic() - pressed < 2


def test_an_unreachable_server_shows_the_reason_keeps_trying_and_recovers(open_peer, open_terminal):
    peer = open_peer()
    peer.stop_listening()
    terminal = open_terminal(f"--server {peer.url} ACME BNK")
    terminal.wait(lambda s: s.has("out of date") and s.has("refused"), timeout=6, what="the reason in the banner")
    assert "—" in terminal.screen().row("ACME")
    peer.listen_again()
    terminal.wait(lambda s: "LIVE" in s[0] and "100.00" in s.row("ACME"), timeout=20)


def test_an_unreachable_server_without_a_list_recovers_too(open_peer, open_terminal):
    peer = open_peer()
    peer.stop_listening()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.has("refused") or s.has("connect"), timeout=6)
    peer.listen_again()
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME") and "100.00" in s.row("ACME"), timeout=30)


def test_a_refused_token_says_what_to_do_and_is_not_retried(open_peer, open_terminal, tmp_path):
    peer = open_peer(token="right")
    token = tmp_path / "token"
    token.write_text("wrong\n")
    token.chmod(0o600)
    terminal = open_terminal(f"--server {peer.url} --token-file {token} ACME")
    terminal.wait(lambda s: "REFUSED" in s[0] and s.has("press r"), timeout=6)
    assert not terminal.screen().has("wrong")
    count = peer.connections
    terminal.never(lambda s: peer.connections > count, 3.0, "a refusal must not be retried")
    token.write_text("right\n")
    terminal.keys("r")
    terminal.wait(lambda s: "LIVE" in s[0] and "100.00" in s.row("ACME"), timeout=5)


def test_an_expired_token_is_read_anew(open_peer, open_terminal, tmp_path):
    peer = open_peer(token="first")
    token = tmp_path / "token"
    token.write_text("first")
    token.chmod(0o600)
    terminal = open_terminal(f"--server {peer.url} --token-file {token}")
    terminal.wait(lambda s: "LIVE" in s[0] and s.row("ACME"))
    token.write_text("second")
    peer.token = "second"
    peer.close_clients(4401, "expired")
    peer.wait_connections(2, timeout=3)
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s), timeout=5)
    peer.close_clients(4401, "expired")
    terminal.wait(lambda s: "REFUSED" in s[0], timeout=5, what="the same token again is a refusal")


def test_malformed_frames_are_skipped_and_a_hundred_in_a_row_reconnect(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    for frame in ("nonsense", '{"type":"update","symbol":"ACME","seq":2,"last":1.5,"time":"x"}', "[]", '{"type":5}'):
        peer.send(frame)
    terminal.never(lambda s: "100.00" not in s.row("ACME") or "ago" in s.row("ACME"), 0.6, "the last good price is lost")
    peer.update("ACME", 10_400)
    terminal.wait(lambda s: "104.00" in s.row("ACME") and "LIVE" in s[0])
    for _ in range(100):
        peer.send("nonsense")
    peer.wait_connections(2, timeout=5)
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s), timeout=5)


def test_a_frame_of_five_megabytes_is_refused_and_the_link_made_anew(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url}")
    terminal.wait(lambda s: s.row("ACME") and "100.00" in s.row("ACME"))
    peer.send('{"type":"update","x":"' + "a" * 5_000_000 + '"}')
    seen = []
    terminal.never(lambda s: seen.append("100.00" in s.row("ACME")) or not seen[-1], 1.0, "the last good price is lost")
    peer.wait_connections(2, timeout=5)
    terminal.wait(lambda s: "LIVE" in s[0] and "ago" not in str(s), timeout=5)


def test_an_http_error_instead_of_the_upgrade_is_named_and_retried(open_peer, open_terminal):
    peer = open_peer()
    peer.refuse_status = 503
    terminal = open_terminal(f"--server {peer.url} ACME")
    terminal.wait(lambda s: s.has("503"), timeout=8, what="the status in the banner")
    peer.refuse_status = None
    terminal.wait(lambda s: "LIVE" in s[0] and "100.00" in s.row("ACME"), timeout=25)


def test_an_unknown_symbol_says_so_and_the_others_go_on(open_peer, open_terminal):
    peer = open_peer()
    terminal = open_terminal(f"--server {peer.url} ACME NOPE BNK")
    terminal.wait(lambda s: "unknown symbol" in s.row("NOPE") and "100.00" in s.row("ACME"))
    assert "101.00" in terminal.screen().row("BNK")

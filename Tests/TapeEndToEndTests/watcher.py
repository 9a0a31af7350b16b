"""Reads tape's screen ten times a second beside the exchange's truth, and measures how long an old price stays bright."""

import asyncio
import json
import re
import threading
import time

import pyte
from websockets.exceptions import ConnectionClosed
from websockets.legacy.client import connect

from pty_run import PtyRun

ROW = re.compile(r"^[> ] (\S+) .*? ([\d.,]+) [A-Z]{3}\b")
# The colour of rows that may be out of date, as pyte names it.
STALE = "808080"


class Truth:
    """The exchange's own prices, over a connection that no fault touches."""

    def __init__(self, url):
        self.current = {}
        # Until when a price was the newest one, by symbol and price.
        self.ended = {}
        self.lock = threading.Lock()
        self.running = True
        self.symbols = []
        threading.Thread(target=self._run, args=(url,), daemon=True).start()

    def _run(self, url):
        try:
            asyncio.run(self._watch(url))
        except (ConnectionClosed, OSError):
            # The exchange is gone: the measuring is over.
            pass

    async def _watch(self, url):
        import urllib.request
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        listing = json.load(opener.open(url + "/v1/watchlist"))
        symbols = [item["symbol"] for item in listing["instruments"]]
        async with connect(url.replace("http", "ws") + "/v1/quotes", ping_interval=None) as stream:
            await stream.send(json.dumps({"type": "subscribe", "symbols": symbols, "maxRate": 100}))
            while self.running:
                message = json.loads(await stream.recv())
                if message["type"] not in ("snapshot", "update") or message.get("last") is None:
                    continue
                with self.lock:
                    symbol, price = message["symbol"], message["last"]
                    if symbol in self.current and self.current[symbol] != price:
                        self.ended[symbol, self.current[symbol]] = time.monotonic()
                    self.current[symbol] = price

    def age(self, symbol, price, now):
        """For how long that price has not been the newest one; 0 while it is."""
        with self.lock:
            if self.current.get(symbol) == price:
                return 0.0
            return now - self.ended.get((symbol, price), now)


class Watcher:
    """tape on a terminal of its own, read and judged."""

    def __init__(self, command, truth, log, env=None):
        self.log = log
        # When the log was first seen to say that a connection was made.
        self.connected = []
        self.run = PtyRun(f"{command} --log {log}", env={"TERM": "screen-256color", **(env or {})})
        self.truth = truth
        self.screen = pyte.Screen(120, 30)
        self.stream = pyte.ByteStream(self.screen)
        self.fed = 0
        self.longest = 0.0
        # Since when every row must be old, or None: prices that stand still are old too when nothing can arrive.
        self.cut = None
        # Whether a new connection ends the cut.
        self.is_cut_of_one_connection = False
        # A price can look old only from here on: a stopped process draws nothing.
        self.counts_from = 0.0

    def look(self):
        """Reads the screen once; the rows as (symbol, price, is bright), and whether all is live."""
        with self.run.condition:
            chunks = self.run.chunks[self.fed:]
            self.fed += len(chunks)
        for _, data in chunks:
            self.stream.feed(data)
        now = time.monotonic()
        # After the screen was read, so that no row of a new connection counts as an old one's.
        self._read_log(now)
        if self.is_cut_of_one_connection and len(self.connected) > 1:
            self.cut = None
        rows = []
        for number, line in enumerate(self.screen.display):
            match = ROW.match(line)
            if not match:
                continue
            is_bright = self.screen.buffer[number][match.start(2)].fg != STALE
            rows.append((match[1], int(re.sub(r"\D", "", match[2])), is_bright))
        for symbol, price, is_bright in rows:
            if not is_bright:
                continue
            age = self.truth.age(symbol, price, now)
            if self.cut is not None:
                age = max(age, now - self.cut)
            self.longest = max(self.longest, min(age, now - self.counts_from))
        is_live = "LIVE" in self.screen.display[0] and len(rows) > 3 and all(row[2] for row in rows)
        return rows, is_live

    def _read_log(self, now):
        try:
            with open(self.log) as log:
                count = log.read().count(" connected to ")
        except FileNotFoundError:
            return
        self.connected += [now] * (count - len(self.connected))

    def watch(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.look()
            time.sleep(0.1)

    def wait_live(self, timeout):
        """The moment at which every row is bright and the header says LIVE; None when that does not come."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            if self.look()[1]:
                return time.monotonic()
            time.sleep(0.05)
        return None

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def close(self):
        self.run.close()

"""A fake of Finnhub: trades over WebSocket, quotes one by one over HTTP, the list, and the state of the market."""

import asyncio
import json
import time
from urllib.parse import parse_qs, urlsplit

from fake_equities import KEY, FakeEquities, dumps


class FakeFinnhub(FakeEquities):
    name = "finnhub"

    def __init__(self):
        super().__init__()
        self.holidays = [{"eventName": "Christmas", "atDate": "2026-12-25", "tradingHour": ""}]
        # Another program uses the key: a connection is ended so soon after it was opened.
        self.rival = None

    def environment(self):
        return {"FINNHUB_API_KEY": KEY}

    def is_allowed(self, path, headers):
        if self.key is None:
            return True
        token = parse_qs(urlsplit(path).query).get("token", [""])[0] or headers.get("X-Finnhub-Token", "")
        return token == self.key

    def ticker(self, symbol, at=None, **fields):
        kept = self.products[symbol]
        values = {"s": dumps(symbol), "p": kept["price"], "t": str(at or int(time.time() * 1000)), "v": "100",
                  "c": '["1","24","12"]', **fields}
        return '{"data":[{' + ",".join(f'"{name}":{self.number(value)}' for name, value in values.items()) + '}],"type":"trade"}'

    async def greet(self, client):
        if self.rival is not None:
            async def cut():
                await asyncio.sleep(self.rival)
                await client.socket.close(1000, "")
            client.cut = asyncio.ensure_future(cut())

    async def obey(self, client, command):
        symbol = command["symbol"]
        if command["type"] == "unsubscribe":
            return client.subscribed.discard(symbol)
        if len(client.subscribed) >= self.room and symbol not in client.subscribed:
            return await self._send(client, {"type": "error", "msg": "Subscribing to too many symbols"})
        # Nothing is said: not even when there is no such symbol.
        client.subscribed.add(symbol)

    async def beat(self, client):
        # Once a minute at the venue.
        await self._send(client, '{"type":"ping"}')

    def quotes(self, path):
        parts = urlsplit(path)
        if parts.path != "/quote":
            return None
        kept = self.products.get(parse_qs(parts.query)["symbol"][0])
        if kept is None:
            return '{"c":0,"d":null,"dp":null,"h":0,"l":0,"o":0,"pc":0,"t":0}'
        price = kept.get("rest", kept["price"])
        return (f'{{"c":{price},"d":1.85,"dp":1.0233,"h":{kept["high"]},"l":{kept["low"]},"o":{kept["low"]},'
                f'"pc":{kept["open"]},"t":{int(self.stamp().timestamp())}}}')

    def rest(self, path):
        parts = urlsplit(path)
        if parts.path == "/stock/symbol":
            exchange = parse_qs(parts.query)["exchange"][0]
            listed = {s: k for s, k in self.products.items() if k.get("exchange", "US") == exchange}
            return json.dumps([
                {"currency": kept.get("currency", "USD"), "description": kept["name"], "displaySymbol": symbol,
                 "figi": "BBG000000000", "mic": "XNAS", "symbol": symbol, "type": "Common Stock"}
                for symbol, kept in listed.items()])
        if parts.path == "/stock/market-status":
            session = None if self.session == "closed" else self.session
            return json.dumps({"exchange": "US", "holiday": None, "isOpen": self.session == "regular", "session": session,
                               "t": int(time.time()), "timezone": "America/New_York"})
        if parts.path == "/stock/market-holiday":
            return json.dumps({"data": self.holidays, "exchange": "US", "timezone": "America/New_York"})
        return None


if __name__ == "__main__":
    venue = FakeFinnhub()
    print("FINNHUB_API_KEY=" + KEY, "tape", venue.arguments, flush=True)
    step = 0
    while True:
        time.sleep(0.5)
        step += 1
        venue.tick("AAPL", f"{182 + step % 7}.{step % 100:02}")

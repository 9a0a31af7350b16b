"""A fake of Binance's spot market data: the ticker streams of a connection that is told which, and exchangeInfo."""

import json
import time

from fake_venue import FakeVenue, product


class FakeBinance(FakeVenue):
    name = "binance"
    ws_path = "/ws"
    symbols = ["BTCUSDT", "ETHEUR", "SOLUSDT"]
    unknown = "NOPEUSDT"

    def __init__(self):
        super().__init__()
        # Prices are padded to eight decimals, whatever the increment is.
        self.products = {
            "BTCUSDT": product("64000.01000000", "63000.00000000", name="BTC / USDT", increment="0.01000000"),
            "ETHEUR": product("3100.50000000", "3000.00000000", name="ETH / EUR", increment="0.01000000"),
            "SOLUSDT": product("150.25000000", "151.00000000", name="SOL / USDT", increment="0.01000000"),
            "PEPEUSDT": product("0.00000871", "0.00000800", name="PEPE / USDT", increment="0.00000001"),
        }
        # More messages in a second than this, pings and pongs too, and the connection is closed.
        self.limit = 5
        self.is_strict = True
        self.breaches = 0

    def ticker(self, symbol, **fields):
        kept = self.products[symbol]
        return {"e": "24hrTicker", "E": int(time.time() * 1000), "s": symbol, "p": "1.0", "P": "1.0", "w": kept["price"],
                "x": kept["open"], "c": kept["price"], "Q": "1", "b": kept["price"], "B": "1", "a": kept["price"],
                "A": "1", "o": kept["open"], "h": kept["high"], "l": kept["low"], "v": "10000", "q": "18", "O": 0,
                "C": int(time.time() * 1000), "F": 0, "L": 18150, "n": 18151, **fields}

    async def obey(self, client, command):
        moment = time.monotonic()
        recent = [m for m in client.socket.moments if moment - m <= 1.0]
        if len(recent) > self.limit:
            self.breaches += 1
            if self.is_strict:
                return await client.socket.close(1008, "Too many requests")
        method, request = command.get("method"), command.get("id")
        if method not in ("SUBSCRIBE", "UNSUBSCRIBE") or not isinstance(command.get("params"), list):
            return await self._send(client, {"code": 2, "msg": "Invalid request: unknown variant", "id": request})
        for stream in command["params"]:
            symbol, _, kind = stream.partition("@")
            assert symbol == symbol.lower(), f"a stream's name is in lower case: {stream}"
            names = client.subscribed if kind == "ticker" else client.others
            # A symbol that does not exist is accepted and stays silent.
            names.add(symbol.upper()) if method == "SUBSCRIBE" else names.discard(symbol.upper())
        if self.acknowledges:
            await self._send(client, {"result": None, "id": request})
        if method == "SUBSCRIBE":
            for stream in command["params"]:
                symbol, _, kind = stream.partition("@")
                if kind == "ticker" and symbol.upper() in self.products and self._delivers(symbol.upper()):
                    await self._send(client, self.ticker(symbol.upper()))

    async def beat(self, client):
        for symbol in sorted(client.others):
            if symbol in self.products:
                kept = self.products[symbol]
                await self._send(client, {
                    "e": "24hrMiniTicker", "E": int(time.time() * 1000), "s": symbol, "c": kept["price"],
                    "o": kept["open"], "h": kept["high"], "l": kept["low"], "v": "1", "q": "1"})

    def rest(self, path):
        if not path.startswith("/api/v3/exchangeInfo"):
            return None
        symbols = []
        for symbol, kept in self.products.items():
            base, quote = kept["name"].split(" / ")
            symbols.append({"symbol": symbol, "status": kept.get("status", "TRADING"), "baseAsset": base,
                            "baseAssetPrecision": 8, "quoteAsset": quote, "quotePrecision": 8, "orderTypes": ["LIMIT"],
                            "filters": [{"filterType": "PRICE_FILTER", "minPrice": kept["increment"],
                                         "maxPrice": "1000000.0", "tickSize": kept["increment"]},
                                        {"filterType": "LOT_SIZE", "stepSize": "0.1"}]})
        return json.dumps({"timezone": "UTC", "serverTime": int(time.time() * 1000), "rateLimits": [], "symbols": symbols})
